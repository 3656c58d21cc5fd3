import type { CreatorOffer } from '#contract/creator/creator.ts';
import { platformNames } from '#domain/posts/platforms.ts';
import { handleText, profileUrl, webUrlOf } from '#domain/posts/web-links.ts';
import { Icon } from '#ui/media/icons.tsx';
import { PlatformIcon } from '#ui/media/PlatformIcon.tsx';
import { Section } from '#ui/text/Section.tsx';
import classes from './Facts.module.css';

/** The brand's description, website and social accounts; renders nothing if all are missing. */
export function AboutBrand({ brand }: { brand: CreatorOffer['brand'] }) {
  const website = webUrlOf(brand.websiteUrl);
  if (!brand.description && website === null && brand.handles.length === 0) return null;
  return (
    <Section title={`About ${brand.name}`}>
      {brand.description && <p className={classes.description}>{brand.description}</p>}
      <div className={classes.links}>
        {website !== null && (
          <a
            aria-label="Website, opens in a new tab"
            className={classes.link}
            href={website}
            rel="noreferrer"
            target="_blank"
          >
            <Icon name="external" size={18} />
            {new URL(website).host}
          </a>
        )}
        {brand.handles.map(({ platform, username }) => (
          <a
            aria-label={`${handleText(username)} on ${platformNames[platform]}, opens in a new tab`}
            className={classes.link}
            href={profileUrl(platform, username)}
            key={platform}
            rel="noreferrer"
            target="_blank"
          >
            <PlatformIcon decorative platform={platform} size={16} />
            {handleText(username)}
          </a>
        ))}
      </div>
    </Section>
  );
}
