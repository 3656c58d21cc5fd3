import { useSuspenseQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { brandQuery } from '#features/auth/public.ts';
import { AnalyticsScreen } from './AnalyticsScreen.tsx';
import type { PeriodChoice } from './period-choice.ts';

interface Props {
  choice: PeriodChoice;
  onChoose: (choice: PeriodChoice) => void;
  onPick: (campaignId: string | null) => void;
}

/** Figures of all of the brand's campaigns in a period. */
export function BrandAnalytics(props: Props) {
  const { data: brand } = useSuspenseQuery(brandQuery());
  const { id, name } = brand;
  const scope = useMemo(() => ({ kind: 'brand', brandId: id, name }) as const, [id, name]);
  return <AnalyticsScreen {...props} scope={scope} />;
}
