import { useSuspenseQuery } from '@tanstack/react-query';
import { brandQuery } from '../auth/queries.ts';
import { AnalyticsScreen } from './AnalyticsScreen.tsx';
import type { PeriodChoice } from './period-choice.ts';

interface Props {
  choice: PeriodChoice;
  onChoose: (choice: PeriodChoice) => void;
  onPick: (campaignId: string | null) => void;
}

/** What all campaigns of the brand brought in a period. */
export function BrandAnalytics(props: Props) {
  const { data: brand } = useSuspenseQuery(brandQuery());
  return <AnalyticsScreen {...props} scope={{ kind: 'brand', brandId: brand.id, name: brand.name }} />;
}
