import { Textarea } from '@mantine/core';
import { EntriesField } from '../fields/EntriesField.tsx';
import { ExamplesField } from '../fields/ExamplesField.tsx';
import fields from '../fields/Fields.module.css';
import { Fold } from '../fields/Fold.tsx';
import type { StepProps } from './step-props.ts';

/** Do's and don'ts for creators, and what else may help them. */
export function GuidelinesStep({ draft, change, problems, online }: StepProps) {
  const { dos, donts, talkingPoints, extraNotes, examples } = draft;
  return (
    <>
      <EntriesField
        add="Add a do"
        entries={dos ?? []}
        icon="check"
        legend="Do's"
        onChange={(next) => change({ dos: next })}
        problem={problems.dos}
        single="Do"
      />
      <EntriesField
        add="Add a don't"
        entries={donts ?? []}
        icon="close"
        legend="Don'ts"
        onChange={(next) => change({ donts: next })}
        problem={problems.donts}
        single="Don't"
      />
      <Fold
        isFilled={talkingPoints.length > 0 || extraNotes !== '' || examples.length > 0}
        isWrong={problems.talkingPoints !== undefined || problems.extraNotes !== undefined}
        summary={
          <>
            Examples and notes <span className={fields.faint}>Optional</span>
          </>
        }
      >
        <ExamplesField examples={examples} onChange={(next) => change({ examples: next })} online={online} />
        <EntriesField
          add="Add a talking point"
          entries={talkingPoints}
          icon="info"
          legend="Talking points"
          onChange={(next) => change({ talkingPoints: next })}
          problem={problems.talkingPoints}
          single="Talking point"
        />
        <Textarea
          autosize
          error={problems.extraNotes}
          label="Notes for creators"
          maxRows={8}
          minRows={3}
          onChange={({ currentTarget }) => change({ extraNotes: currentTarget.value })}
          value={extraNotes}
        />
      </Fold>
    </>
  );
}
