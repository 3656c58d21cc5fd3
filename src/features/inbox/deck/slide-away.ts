import classes from './Deck.module.css';

/** Replaces a cloned video with its current frame, since the clone would load the video again. */
function frozen(video: HTMLVideoElement): HTMLElement {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [video.videoWidth || 1, video.videoHeight || 1];
  canvas.className = video.className;
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  return canvas;
}

function pictureOf(card: HTMLElement): HTMLElement {
  const picture = document.importNode(card, true);
  const videos = [...card.querySelectorAll('video')];
  for (const [index, copy] of [...picture.querySelectorAll('video')].entries()) {
    const video = videos[index];
    // Without a frame, the clone shows the poster.
    if (video !== undefined && video.readyState >= video.HAVE_CURRENT_DATA) copy.replaceWith(frozen(video));
    else copy.removeAttribute('src');
  }
  for (const frame of picture.querySelectorAll('iframe')) frame.remove();
  for (const each of picture.querySelectorAll('[id]')) each.removeAttribute('id');
  picture.className = `${card.className} ${classes.leaving ?? ''}`;
  picture.setAttribute('aria-hidden', 'true');
  picture.setAttribute('inert', '');
  return picture;
}

/**
 * Slides a snapshot of the card out over its replacement; does nothing with reduced motion.
 * @param side 1: to the left, as the next one appears; -1: to the right
 * @param fromPx offset at which a swipe released the card
 */
export function slideAway(card: HTMLElement | null, side: 1 | -1, fromPx = 0): void {
  const deck = card?.parentElement;
  if (!card || !deck?.animate || !window.matchMedia('(prefers-reduced-motion: no-preference)').matches) return;
  const picture = pictureOf(card);
  deck.append(picture);
  // Clones start scrolled to the top.
  const copies = picture.querySelectorAll('section');
  for (const [index, part] of card.querySelectorAll('section').entries()) {
    const copy = copies[index];
    if (copy) copy.scrollTop = part.scrollTop;
  }
  const moves = [`translateX(${fromPx}px)`, `translateX(${-side * 110}%)`].map((transform) => ({ transform }));
  const animation = picture.animate(moves, { duration: 200, easing: 'ease-in' });
  // Until the next submission has rendered, hide this one, or it would show under the snapshot.
  card.style.opacity = '0';
  animation.onfinish = animation.oncancel = () => {
    picture.remove();
    card.style.opacity = '';
  };
}
