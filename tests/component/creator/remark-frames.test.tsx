import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { frameGrabber } from '#creator/words/frames.ts';
import { offersByStage } from '../support/creator-offer.ts';
import { openOffer } from '../support/creator-page.tsx';

/** Makes the frame visible, as scrolling to it does. */
let comeIntoSight: () => void = () => undefined;
let drawn: number[] = [];

/** A player that loads and seeks at once, unless its file can't be read. */
function playerThat(works: boolean) {
  const fire = (video: HTMLVideoElement, event: string) =>
    queueMicrotask(() => video.dispatchEvent(new Event(works ? event : 'error')));
  vi.spyOn(HTMLMediaElement.prototype, 'src', 'set').mockImplementation(function load(this: HTMLVideoElement) {
    fire(this, 'loadedmetadata');
  });
  let place = 0;
  vi.spyOn(HTMLMediaElement.prototype, 'currentTime', 'set').mockImplementation(function seek(
    this: HTMLVideoElement,
    to: number,
  ) {
    place = to;
    fire(this, 'seeked');
  });
  vi.spyOn(HTMLMediaElement.prototype, 'duration', 'get').mockReturnValue(20);
  vi.spyOn(HTMLVideoElement.prototype, 'videoWidth', 'get').mockReturnValue(720);
  vi.spyOn(HTMLVideoElement.prototype, 'videoHeight', 'get').mockReturnValue(1280);
  vi.spyOn(HTMLMediaElement.prototype, 'load').mockReturnValue();
  const drawImage = () => void drawn.push(place);
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ drawImage } as never);
}

beforeEach(() => {
  drawn = [];
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(fire: (entries: { isIntersecting: boolean }[]) => void) {
        comeIntoSight = () => fire([{ isIntersecting: true }]);
      }
      observe() {}
      disconnect() {}
    },
  );
  return () => vi.unstubAllGlobals();
});

describe('a remark at a second of the draft', () => {
  const frame = () => screen.findByRole('button', { name: 'Play your draft from 0:04' });

  test('shows the frame at its second once it is visible', async () => {
    playerThat(true);
    openOffer(offersByStage['asked for changes']());
    const button = await frame();
    expect(button.dataset.drawn).toBe('false');
    expect(drawn).toEqual([]);
    await act(async () => comeIntoSight());
    await waitFor(() => expect(button.dataset.drawn).toBe('true'));
    expect(drawn).toEqual([4]);
    expect(button.querySelector('canvas')).toMatchObject({ width: 160, height: 284 });
  });

  test('shows only its time if the frame can’t be drawn', async () => {
    playerThat(false);
    openOffer(offersByStage['asked for changes']());
    const button = await frame();
    await act(async () => comeIntoSight());
    expect(button.dataset.drawn).toBe('false');
    expect(button.textContent).toBe('0:04');
  });

  test('draws nothing for users who save data', async () => {
    playerThat(true);
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
    openOffer(offersByStage['asked for changes']());
    await frame();
    await act(async () => comeIntoSight());
    expect(drawn).toEqual([]);
    Reflect.deleteProperty(navigator, 'connection');
  });
});

test('frames are drawn one after another, and a remark at the end shows the last one', async () => {
  playerThat(true);
  const frames = frameGrabber('/files/draft.mp4');
  const canvas = document.createElement('canvas');
  expect(await Promise.all([frames.draw(canvas, 4), frames.draw(canvas, 90), frames.draw(canvas, 0)])).toEqual([
    true,
    true,
    true,
  ]);
  expect(drawn).toEqual([4, 19.9, 0]);
});
