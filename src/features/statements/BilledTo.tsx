import type { Brand } from '#contract/brand/brand.ts';
import classes from './BilledTo.module.css';

/** The paying company, from the brand's billing details. */
export function BilledTo({ brand }: { brand: Brand }) {
  const { companyName, address, taxNumber } = brand.billingDetails ?? {};
  return (
    <>
      <p className={classes.companyName}>{companyName ?? brand.name}</p>
      {companyName && companyName !== brand.name && <p>{brand.name}</p>}
      {address && <p className={classes.address}>{address}</p>}
      {taxNumber && <p>Tax number: {taxNumber}</p>}
    </>
  );
}
