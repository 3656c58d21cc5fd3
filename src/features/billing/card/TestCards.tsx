import { type SandboxCard, sandboxCards } from '#domain/money/sandbox-payments.ts';
import { Icon } from '#ui/media/icons.tsx';
import classes from '../Billing.module.css';
import { formatCardNumber } from './sandbox-card-form.ts';

interface Props {
  disabled: boolean;
  onChoose: (card: SandboxCard) => void;
}

/** Lists the sandbox's cards and their outcomes; clicking one fills in the form. */
export function TestCards({ disabled, onChoose }: Props) {
  return (
    <details className={classes.tests}>
      <summary>
        Test cards
        <Icon className={classes.turned} name="down" size={16} />
      </summary>
      <ul>
        {sandboxCards.map((card) => (
          <li key={card.number}>
            <button disabled={disabled} onClick={() => onChoose(card)} type="button">
              <span className={classes.testNumber}>{formatCardNumber(card.number)}</span>
              <span className={classes.testSays}>{card.says}</span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
