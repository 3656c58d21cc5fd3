/** Drawing helpers for the scenes, on a 2D canvas context. Units are pixels of the 270x480 frame. */

export type Graphics = CanvasRenderingContext2D;

export const ease = (x: number) => {
  const c = Math.min(1, Math.max(0, x));
  return c * c * (3 - 2 * c);
};

/** 0 before `from`, 1 after `to` (seconds), and eased in between. */
export const between = (seconds: number, from: number, to: number) => ease((seconds - from) / (to - from));

export function backdrop(g: Graphics, top: string, bottom: string): void {
  const fill = g.createLinearGradient(0, 0, 0, 480);
  fill.addColorStop(0, top);
  fill.addColorStop(1, bottom);
  g.fillStyle = fill;
  g.fillRect(0, 0, 270, 480);
}

export function box(
  g: Graphics,
  x: number,
  y: number,
  width: number,
  height: number,
  radius: number,
  color: string,
): void {
  g.fillStyle = color;
  g.beginPath();
  g.roundRect(x, y, width, height, radius);
  g.fill();
}

export function disc(g: Graphics, x: number, y: number, radius: number, color: string): void {
  g.fillStyle = color;
  g.beginPath();
  g.arc(x, y, radius, 0, Math.PI * 2);
  g.fill();
}

export function oval(g: Graphics, x: number, y: number, rx: number, ry: number, color: string): void {
  g.fillStyle = color;
  g.beginPath();
  g.ellipse(x, y, rx, ry, 0, 0, Math.PI * 2);
  g.fill();
}

/** A filled polygon through points [x, y, x, y, …]. */
export function shape(g: Graphics, points: readonly number[], color: string): void {
  g.fillStyle = color;
  g.beginPath();
  for (let i = 0; i < points.length; i += 2) {
    const [x, y] = points.slice(i, i + 2);
    if (x === undefined || y === undefined) throw new Error('The last point has no y');
    g.lineTo(x, y);
  }
  g.closePath();
  g.fill();
}

/** A stroke with round ends along an SVG path. */
export function stroke(g: Graphics, path: string, width: number, color: string): void {
  g.strokeStyle = color;
  g.lineWidth = width;
  g.lineCap = 'round';
  g.lineJoin = 'round';
  g.stroke(new Path2D(path));
}

export function fillPath(g: Graphics, path: string, color: string): void {
  g.fillStyle = color;
  g.fill(new Path2D(path));
}

/** Draws with the origin moved to (x, y), rotated by `turn` radians and scaled. */
export function at(g: Graphics, x: number, y: number, turn: number, scale: number, draw: () => void): void {
  g.save();
  g.translate(x, y);
  g.rotate(turn);
  g.scale(scale, scale);
  draw();
  g.restore();
}

/** A forearm reaching in from below, with a closed hand whose grip is at the origin. */
export function hand(g: Graphics, skin: string, shade: string, sleeve: string): void {
  stroke(g, 'M8 40 L34 190', 50, skin);
  stroke(g, 'M24 128 L40 230', 64, sleeve);
  box(g, -34, -26, 74, 72, 30, skin);
  for (const y of [-20, -2, 16, 32]) box(g, -44, y, 52, 16, 8, y === -20 ? skin : shade);
}

/** A caption in the style of short videos: bold dark text on light rounded boxes, one per line. */
export function caption(g: Graphics, lines: readonly string[], y: number, appear: number): void {
  if (appear <= 0) return;
  g.save();
  g.translate(135, y);
  g.scale(0.8 + 0.2 * appear, 0.8 + 0.2 * appear);
  g.globalAlpha = appear;
  g.font = '700 22px "DejaVu Sans Condensed", "Helvetica Neue", Arial, sans-serif';
  g.textAlign = 'center';
  g.textBaseline = 'middle';
  lines.forEach((line, index) => {
    const width = g.measureText(line).width + 26;
    box(g, -width / 2, index * 36 - 19, width, 38, 10, '#ffffff');
  });
  g.fillStyle = '#16201b';
  lines.forEach((line, index) => {
    g.fillText(line, 0, index * 36 + 1);
  });
  g.restore();
}

/** Zooms into the shot around (x, y), as after a jump cut, without leaving the frame. */
export function closer(g: Graphics, active: boolean, x: number, y: number, scale: number, draw: () => void): void {
  const inside = (value: number, size: number) => Math.min(size - size / 2 / scale, Math.max(size / 2 / scale, value));
  g.save();
  if (active) {
    g.translate(135, 240);
    g.scale(scale, scale);
    g.translate(-inside(x, 270), -inside(y, 480));
  }
  draw();
  g.restore();
}
