import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Version } from '#domain/review/versions.ts';
import { TimeButton } from '#ui/text/TimeButton.tsx';
import { RequestedChanges } from '../history/RequestedChanges.tsx';
import tries from '../history/Tries.module.css';
import { changeTemplatesQuery } from '../queries.ts';
import panel from '../Review.module.css';

/** Submission time of an earlier version, and the decision on it. */
export function VersionLine({ version: { kind, number, earlier, requested } }: { version: Version }) {
  if (earlier === null) return null;
  return (
    <p className={tries.line}>
      {kind === 'draft' ? 'Draft' : 'Post'}, version {number} · submitted <TimeButton at={earlier.submittedAt} />
      {earlier.approvedAt !== undefined && ' · approved'}
      {requested !== null && ' · changes requested'}
    </p>
  );
}

interface RemarksProps {
  version: Version;
  onTime: ((seconds: number) => void) | undefined;
}

/** Changes that were requested on an earlier version, in the order of its video. */
export function VersionRemarks({ version: { requested }, onTime }: RemarksProps) {
  const { data: templates = [] } = useQuery({ ...changeTemplatesQuery(), enabled: requested !== null });
  if (requested === null) return null;
  return (
    <section aria-labelledby="version-title" className={tries.asked}>
      <h3 id="version-title">Changes you requested on this version</h3>
      <RequestedChanges names={requested.templateNames} notes={requested.notes} onTime={onTime} templates={templates} />
    </section>
  );
}

/**
 * A button back to the current version. It replaces the decision buttons, which would apply to the current version
 * rather than the visible one.
 */
export function BackToCurrent({ onBack }: { onBack: () => void }) {
  return (
    <footer className={panel.actions} data-no-toasts>
      <p className={panel.faint}>This is an earlier version. You can only decide on the current one.</p>
      <Button fullWidth onClick={onBack}>
        Back to the current version
      </Button>
    </footer>
  );
}
