import { createFileRoute } from '@tanstack/react-router';
import { useMemo } from 'react';
import { BrandAnalytics } from '#features/analytics/BrandAnalytics.tsx';
import { choiceOf, periodSearchSchema, searchOf } from '#features/analytics/period-choice.ts';

export const Route = createFileRoute('/dashboard/analytics/')({
  validateSearch: periodSearchSchema,
  component: Analytics,
});

function Analytics() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const choice = useMemo(() => choiceOf(search), [search]);
  return (
    <BrandAnalytics
      choice={choice}
      onChoose={(choice) => void navigate({ search: searchOf(choice), resetScroll: false })}
      onPick={(campaignId) => {
        if (campaignId === null) return;
        void navigate({ to: '/dashboard/analytics/campaign/$campaignId', params: { campaignId }, search });
      }}
    />
  );
}
