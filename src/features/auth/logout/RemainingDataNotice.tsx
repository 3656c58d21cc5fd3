import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type DevicePart, readRemainingData, writeRemainingData } from '#app/session/remaining-data.ts';
import { wipeDevice } from '#app/session/wipe-device.ts';
import classes from '../AuthFrame.module.css';

const words: Record<DevicePart, string> = {
  copy: 'campaigns, offers and analytics',
  queue: 'waiting actions',
  media: 'videos and pictures',
  drafts: 'an unsaved logo',
};
// Created on first use, since it loads locale data.
const partsText = (parts: readonly DevicePart[]) =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(parts.map((part) => words[part]));

/** Reports data that a logout couldn't remove from this device; the removal is retried automatically and on request. */
export function RemainingDataNotice() {
  const [left, setLeft] = useState(readRemainingData);
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const brandId = left?.brandId ?? null;
      const parts = await wipeDevice(brandId);
      const still = parts.length === 0 ? null : { brandId, parts };
      writeRemainingData(still);
      setLeft(still);
    },
    retry: false,
    networkMode: 'always',
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time the login is opened
  useEffect(() => {
    if (left !== null) mutate();
  }, []);
  if (left === null || left.parts.length === 0) return null;
  return (
    <div className={classes.note} role="alert">
      <div>
        <p>
          You’re logged out, but some data is still on this device because its storage didn’t respond:{' '}
          {partsText(left.parts)}.
        </p>
        <p>Try again in a moment, or clear this site’s data in your browser’s settings.</p>
        <Button loading={isPending} mt="xs" onClick={() => mutate()} variant="default">
          Remove now
        </Button>
      </div>
    </div>
  );
}
