import { createFileRoute } from '@tanstack/react-router';
import { useMemo } from 'react';
import { CampaignAnalytics } from '#features/analytics/CampaignAnalytics.tsx';
import { choiceOf, periodSearchSchema, searchOf } from '#features/analytics/period-choice.ts';

export const Route = createFileRoute('/dashboard/analytics/campaign/$campaignId')({
  validateSearch: periodSearchSchema,
  component: Analytics,
});

function Analytics() {
  const { campaignId } = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const choice = useMemo(() => choiceOf(search), [search]);
  return (
    <CampaignAnalytics
      campaignId={campaignId}
      choice={choice}
      key={campaignId}
      onChoose={(choice) => void navigate({ search: searchOf(choice), resetScroll: false })}
      onPick={(picked) => {
        if (picked === null) void navigate({ to: '/dashboard/analytics', search });
        else void navigate({ to: '/dashboard/analytics/campaign/$campaignId', params: { campaignId: picked }, search });
      }}
    />
  );
}
