import { Button } from '@mantine/core';
import { useState } from 'react';

type Outcome = 'copied' | 'failed' | null;

/** Copies text and shows whether that worked, since browsers may refuse. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [outcome, setOutcome] = useState<Outcome>(null);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    );
  return (
    <div>
      {/* Without https `navigator.clipboard` is undefined, so the call itself throws. */}
      <Button
        onClick={() =>
          Promise.resolve()
            .then(copy)
            .catch(() => setOutcome('failed'))
        }
        variant="default"
      >
        {outcome === 'copied' ? 'Copied' : label}
      </Button>
      <span role="status">{outcome === 'failed' && ' Copying failed. Select the text instead.'}</span>
    </div>
  );
}
