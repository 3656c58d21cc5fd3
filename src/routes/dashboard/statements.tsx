import { createFileRoute } from '@tanstack/react-router';
import * as v from 'valibot';
import { month } from '#contract/brand/statement.ts';
import { StatementScreen } from '#features/statements/StatementScreen.tsx';

export const Route = createFileRoute('/dashboard/statements')({
  validateSearch: v.object({ month: v.fallback(v.optional(month), undefined) }),
  component: Statements,
});

function Statements() {
  const { month: chosen } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <StatementScreen
      chosen={chosen}
      onChoose={(next) => void navigate({ search: { month: next }, resetScroll: false })}
    />
  );
}
