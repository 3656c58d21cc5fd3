import { mainVersion, type Version, type VersionKind } from '#domain/review/versions.ts';
import type { ShownVersion } from './use-shown-version.ts';
import classes from './VersionSwitch.module.css';

const kindNames = { draft: 'Draft', post: 'Post' } as const;

interface ChoiceProps {
  label: string;
  choices: readonly { key: string; text: string; isChosen: boolean; onChoose: () => void }[];
}

const Choice = ({ label, choices }: ChoiceProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields of a form
  <div aria-label={label} className={classes.choice} role="group">
    {choices.map(({ key, text, isChosen, onChoose }) => (
      <button aria-pressed={isChosen} key={key} onClick={onChoose} type="button">
        {text}
      </button>
    ))}
  </div>
);

/**
 * Switches between an offer's drafts and posts, and between the versions of each. Renders nothing if there's only one
 * version.
 */
export function VersionSwitch({ versions, shown, show }: Pick<ShownVersion, 'versions' | 'shown' | 'show'>) {
  const current = versions.find(({ earlier }) => earlier === null);
  const on = shown ?? current;
  const kinds = (['draft', 'post'] as const).filter((kind) => versions.some((each) => each.kind === kind));
  const kind = on?.kind ?? kinds[0];
  const own = versions.filter((each) => each.kind === kind);
  const showKind = (wanted: VersionKind) => {
    const main = mainVersion(versions, wanted);
    if (main) show(main);
  };
  const choiceOf = (version: Version) => ({
    key: String(version.attempt),
    text: `Version ${version.number}`,
    isChosen: version === on,
    onChoose: () => show(version),
  });
  if (own.length === 0 || (kinds.length < 2 && own.length < 2 && current !== undefined)) return null;
  return (
    <div className={classes.switch}>
      {kinds.length > 1 && (
        <Choice
          choices={kinds.map((each) => ({
            key: each,
            text: kindNames[each],
            isChosen: each === on?.kind,
            onChoose: () => showKind(each),
          }))}
          label="Draft or post"
        />
      )}
      {(own.length > 1 || on === undefined) && <Choice choices={own.map(choiceOf)} label="Versions" />}
    </div>
  );
}
