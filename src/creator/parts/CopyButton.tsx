import { Button } from '@mantine/core';
import { useState } from 'react';

type Outcome = 'copied' | 'failed' | null;

/** Copies a text, and says whether that worked: a browser may refuse. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [outcome, setOutcome] = useState<Outcome>(null);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    );
  return (
    <div>
      {/* A page without https has no clipboard, so the rejection is of the call itself. */}
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
