import { cycled } from './cycled.ts';

const skins = ['#f6d3b8', '#e8b48f', '#c98a63', '#a4693f', '#7d4a30', '#5c3524'];
const hairs = ['#2a1c19', '#4a2f22', '#8a5a2f', '#d9a441', '#b5472f', '#6d7380'];
const grounds = ['#cfe8dc', '#fbe3b5', '#f7cdd4', '#cdd9f7', '#e3d3f2', '#ffd9c2', '#d3ecf2', '#e6e9c8'];
const tops = ['#1b7f54', '#e8743b', '#3d5fa8', '#b8477d', '#27526d', '#f2b632', '#6a4fa3', '#d8543f'];

const hairStyles: readonly ((color: string) => string)[] = [
  (c) => `<path d="M26 46q-2-26 22-26t22 26q-6-12-22-13-16 1-22 13z" fill="${c}"/>`,
  (c) => `<path d="M25 66V42q0-23 23-23t23 23v24h-7V46q-10-2-16-11-6 9-16 11v20z" fill="${c}"/>`,
  (c) => `<circle cx="48" cy="17" r="9" fill="${c}"/><path d="M27 44q0-22 21-22t21 22q-8-9-21-9t-21 9z" fill="${c}"/>`,
  (c) => `<path d="M27 42q-5-8 3-13 1-9 10-8 7-7 15-1 9-1 10 8 8 5 4 14-8-9-21-9t-21 9z" fill="${c}"/>`,
  (c) => `<path d="M27 40q2-20 23-20 19 1 19 20-12-2-18-9-8 8-24 9z" fill="${c}"/>`,
  (c) => `<path d="M26 40a22 20 0 0 1 44 0z" fill="${c}"/><path d="M24 38h38q14 0 16 5H24z" fill="${c}"/>`,
];

const mouths = [
  '<path d="M41 60q7 6 14 0" fill="none" stroke="#2e100d" stroke-width="2.5" stroke-linecap="round"/>',
  '<path d="M41 58h14q-1 8-7 8t-7-8z" fill="#fff" stroke="#2e100d"/>',
  '<path d="M43 61h10" stroke="#2e100d" stroke-width="2.5" stroke-linecap="round"/>',
];

const glasses =
  '<g fill="none" stroke="#16201b" stroke-width="2"><circle cx="40" cy="49" r="6.5"/><circle cx="56" cy="49" r="6.5"/><path d="M46.5 49h3"/></g>';

/**
 * An invented face as a 96x96 SVG. The same index always gives the same face.
 * @param index from 0
 */
export function avatar(index: number): string {
  const pick = <T>(list: readonly T[], stride: number) =>
    cycled(list, index * stride + Math.floor(index / list.length));
  const skin = pick(skins, 5);
  const style = pick(hairStyles, 1);
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96" aria-hidden="true">',
    `<path fill="${pick(grounds, 3)}" d="M0 0h96v96H0z"/>`,
    `<path d="M14 96q2-24 34-24t34 24z" fill="${pick(tops, 5)}"/>`,
    `<path d="M40 62h16v12q-8 7-16 0z" fill="${skin}"/><path d="M40 68q8 5 16 0v3q-8 6-16 0z" opacity=".12"/>`,
    `<rect x="28" y="26" width="40" height="46" rx="20" fill="${skin}"/>`,
    style(cycled(hairs, index + Math.floor(index / 4))),
    '<circle cx="40" cy="49" r="2.6" fill="#16201b"/><circle cx="56" cy="49" r="2.6" fill="#16201b"/>',
    pick(mouths, 2),
    index % 5 === 3 ? glasses : '',
    '</svg>\n',
  ].join('');
}
