import '@mantine/core/styles/Tooltip.layer.css';
import { Tooltip } from '@mantine/core';
import type { RefObject } from 'react';

interface Props {
  exact: string;
  opened: boolean;
  figure: RefObject<HTMLElement | null>;
}

/** Tooltip with the exact value of an abbreviated figure. */
export function FigureTooltip({ exact, opened, figure }: Props) {
  return <Tooltip label={exact} opened={opened} target={figure} />;
}
