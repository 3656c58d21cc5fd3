import type { Brand } from '#contract/brand/brand.ts';
import { offeredPlatforms } from '#domain/posts/handles.ts';
import { withoutScheme } from '#domain/posts/web-address.ts';
import { Avatar } from '#ui/media/Avatar.tsx';
import { PlatformIcon } from '#ui/media/PlatformIcon.tsx';
import classes from '../Onboarding.module.css';

/** The brand as creators see it, from the steps so far. */
export function BrandCard({ brand }: { brand: Brand }) {
  const handles = offeredPlatforms.filter(({ field }) => brand[field]);
  return (
    <section aria-label="How creators see you" className={classes.brand}>
      <Avatar name={brand.name} shape="square" size={64} src={brand.iconUrl} />
      <div className={classes.about}>
        <strong>{brand.name}</strong>
        {brand.description && <p>{brand.description}</p>}
        {brand.brandUrl && <p className={classes.faint}>{withoutScheme(brand.brandUrl)}</p>}
        {handles.length > 0 && (
          <ul className={classes.tagged}>
            {handles.map(({ platform, field }) => (
              <li key={field}>
                <PlatformIcon platform={platform} size={16} /> @{brand[field]}
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
