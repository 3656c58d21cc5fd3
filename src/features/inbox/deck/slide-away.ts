import classes from './Deck.module.css';

/** A copy of a video would load it again: the frame that is shown is enough. */
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
    // Without a frame its poster is in the copy.
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
 * Moves a picture of the card out over what is shown in its place; nothing moves where less motion is asked for.
 * @param side 1: to the left, as the next one comes; -1: to the right
 * @param fromPx where a swipe has left the card
 */
export function slideAway(card: HTMLElement | null, side: 1 | -1, fromPx = 0): void {
  const deck = card?.parentElement;
  if (!card || !deck?.animate || !window.matchMedia('(prefers-reduced-motion: no-preference)').matches) return;
  const picture = pictureOf(card);
  deck.append(picture);
  // A copy begins at its top.
  const copies = picture.querySelectorAll('section');
  for (const [index, part] of card.querySelectorAll('section').entries()) {
    const copy = copies[index];
    if (copy) copy.scrollTop = part.scrollTop;
  }
  const moves = [`translateX(${fromPx}px)`, `translateX(${-side * 110}%)`].map((transform) => ({ transform }));
  const animation = picture.animate(moves, { duration: 200, easing: 'ease-in' });
  // The next submission is on its way: until it is there, nothing of this one is to be seen under the picture.
  card.style.opacity = '0';
  animation.onfinish = animation.oncancel = () => {
    picture.remove();
    card.style.opacity = '';
  };
}
