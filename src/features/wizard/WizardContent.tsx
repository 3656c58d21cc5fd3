import { useQuery } from '@tanstack/react-query';
import { messageOf } from '#api/error.ts';
import { useRetryOnline } from '#app/queries/retry-online.ts';
import { closeWizard, type WizardRequest } from '#app/shell/wizard-request.ts';
import { brandQuery } from '#features/auth/public.ts';
import { campaignQuery } from '#features/campaigns/public.ts';
import { Loading, SkeletonBlock, SkeletonLines } from '#ui/states/Skeleton.tsx';
import { Failure } from '#ui/states/States.tsx';
import { CreationCheckNotice } from './creation/CreationCheckNotice.tsx';
import { creations } from './creation/creations.ts';
import { draftOf, emptyDraft } from './draft/draft.ts';
import { RunAgain } from './form/RunAgain.tsx';
import { WizardForm } from './form/WizardForm.tsx';
import { tagsQuery } from './queries.ts';
import classes from './Wizard.module.css';
import { WizardHeader } from './WizardHeader.tsx';

const headings: Record<WizardRequest['kind'], string> = {
  new: 'New Campaign',
  'run-again': 'New Campaign',
  edit: 'Edit Campaign',
  resubmit: 'Edit & Resubmit',
};

/** The wizard's steps once their data is loaded, or the state of a campaign that may have been created already. */
export function WizardContent({ request }: { request: WizardRequest }) {
  const attempt = creations.useUnknown();
  const sourceId = request.kind === 'new' ? null : request.campaignId;
  const brand = useQuery(brandQuery());
  const tags = useQuery(tagsQuery());
  const source = useQuery({ ...campaignQuery(sourceId ?? ''), enabled: sourceId !== null });
  const needed = [brand, tags, ...(sourceId === null ? [] : [source])];
  const missing = needed.filter(({ data }) => data === undefined);
  const failed = missing.find(({ error }) => error !== null);
  const retry = () => Promise.all(missing.map(({ refetch }) => refetch()));
  useRetryOnline(failed !== undefined, retry);
  const heading = headings[request.kind];

  if (attempt) {
    return (
      <>
        <WizardHeader heading={heading} onClose={closeWizard} title={attempt.body.title} />
        <CreationCheckNotice attempt={attempt} />
      </>
    );
  }
  if (!brand.data || !tags.data || (sourceId !== null && !source.data)) {
    return (
      <>
        <WizardHeader heading={heading} onClose={closeWizard} />
        <div className={classes.content}>
          {failed ? (
            <Failure
              detail={messageOf(failed.error)}
              onRetry={() => void retry()}
              retrying={failed.isFetching}
              title="Error loading data."
            />
          ) : (
            <Loading label="Loading">
              <SkeletonBlock height={28} width="50%" />
              <SkeletonLines count={4} />
            </Loading>
          )}
        </div>
      </>
    );
  }
  if (request.kind === 'run-again' && source.data) {
    return <RunAgain brandId={brand.data.id} heading={heading} key={source.data.id} source={source.data} />;
  }
  return (
    <WizardForm
      brand={brand.data}
      heading={heading}
      initial={source.data && sourceId !== null ? draftOf(source.data, new Date()) : emptyDraft()}
      key={sourceId}
      replaces={sourceId === null ? null : (source.data ?? null)}
      tags={tags.data}
    />
  );
}
