import {
  at,
  backdrop,
  between,
  box,
  caption,
  closer,
  disc,
  fillPath,
  type Graphics,
  hand,
  oval,
  shape,
  stroke,
} from './paint.ts';
import type { Tune } from './tune.ts';

/** An invented clip. Only part of the frame moves, which keeps the file small. */
export interface Scene extends Tune {
  name: string;
  /** Draws the frame at second `s`. */
  draw: (g: Graphics, s: number) => void;
  /** Time of the poster's frame, which is the first good one. */
  posterAtSecs: number;
}

function unboxing(g: Graphics, s: number): void {
  const open = between(s, 0.5, 1.3);
  const rise = between(s, 1.1, 2.1);
  closer(g, s > 2.6, 135, 250, 1.28, () => {
    backdrop(g, '#f4d9c4', '#e7b892');
    shape(g, [0, 372, 270, 352, 270, 480, 0, 480], '#b9825a');
    oval(g, 135, 412, 104, 18, '#9c6a45');
    shape(g, [58, 318, 212, 318, 196, 296, 74, 296], '#8f5f38');
    at(g, 135, 330 - rise * 96, Math.sin(s * 2) * 0.04 * rise, 1, () => {
      box(g, -34, -70, 68, 128, 16, '#2b6f77');
      box(g, -22, -98, 44, 32, 8, '#20343b');
      box(g, -24, -34, 48, 58, 8, '#f6efe2');
      disc(g, 0, -12, 12, '#f2a65a');
      box(g, -16, 8, 32, 5, 2, '#2b6f77');
      box(g, -28, -62, 8, 112, 4, '#4a939b');
    });
    box(g, 58, 316, 154, 98, 4, '#c9925f');
    box(g, 126, 316, 18, 98, 0, '#e0b483');
    const lift = open * 62;
    shape(g, [58, 317, 134, 317, 116 - open * 84, 317 - lift, 44 - open * 18, 330 - lift * 0.7], '#d6a271');
    shape(g, [212, 317, 136, 317, 154 + open * 84, 317 - lift, 226 + open * 18, 330 - lift * 0.7], '#d6a271');
  });
  if (s < 1.5) at(g, 222 + open * 70, 330 - open * 40, -0.35, 0.8, () => hand(g, '#c98a63', '#b97a54', '#3d4f7a'));
  caption(g, ['First 10 seconds', 'with it'], 76, between(s, 0.2, 0.45) * (1 - between(s, 2.4, 2.6)));
  caption(g, ['OK, that colour'], 92, between(s, 2.75, 3));
}

function skincare(g: Graphics, s: number): void {
  closer(g, s > 2.2, 118, 270, 1.2, () => {
    backdrop(g, '#dfeee9', '#b8d8cf');
    box(g, 0, 350, 270, 130, 0, '#f3f7f4');
    box(g, 0, 350, 270, 8, 0, '#ffffff');
    disc(g, 204, 150, 74, '#eef8f5');
    disc(g, 204, 150, 62, '#cfe6e0');
    box(g, 30, 286, 48, 66, 10, '#e8b7a4');
    box(g, 34, 272, 40, 18, 6, '#fbf3ec');
    const press = Math.max(0, Math.sin((s - 0.9) * 4.2)) * between(s, 0.8, 1) * (1 - between(s, 3.2, 3.5));
    box(g, 127, 196 + press * 9, 16, 30, 4, '#8aa39b');
    box(g, 104, 186 + press * 9, 50, 15, 7, '#5d7a71');
    box(g, 96, 220, 78, 132, 18, '#f7c96b');
    box(g, 96, 262, 78, 48, 0, '#fff8e6');
    box(g, 110, 276, 50, 6, 3, '#c78f2a');
    box(g, 110, 290, 34, 6, 3, '#dcb668');
    box(g, 104, 228, 7, 116, 3, '#fce3a8');
    const drop = ((s * 0.67) % 1) * between(s, 0.9, 1.1);
    if (drop > 0.05) disc(g, 101, 202 + drop * 74, 5 + drop * 3, '#fffdf4');
    at(g, 86, 306, 0.2, 0.78, () => hand(g, '#8d5b3f', '#7c4e35', '#e9edf5'));
  });
  caption(g, ['Morning routine'], 70, between(s, 0.15, 0.4) * (1 - between(s, 2, 2.2)));
  caption(g, ['Two pumps', 'is plenty'], 70, between(s, 2.35, 2.6));
}

function coffee(g: Graphics, s: number): void {
  closer(g, s > 2.9, 140, 290, 1.22, () => {
    backdrop(g, '#3d2a22', '#6b4634');
    box(g, 0, 360, 270, 120, 0, '#a06a45');
    box(g, 0, 360, 270, 6, 0, '#b98258');
    const fill = between(s, 0.6, 2.6);
    const pour = between(s, 0.5, 0.7) * (1 - between(s, 2.6, 2.8));
    oval(g, 135, 386, 92, 14, '#8a5836');
    if (pour > 0) box(g, 147, 150, 8, 216 - fill * 80, 4, '#d9b48b');
    box(g, 78, 262, 114, 122, 20, 'rgba(255,255,255,.22)');
    const height = 12 + fill * 88;
    const ice = Math.min(354, 402 - height);
    box(g, 84, 378 - height, 102, height, 14, '#c58f62');
    box(g, 84, 378 - height, 102, Math.min(26, height), 12, '#f1e0c8');
    at(g, 118, ice - 8, 0.25 + Math.sin(s * 3) * 0.04, 1, () => box(g, -15, -8, 30, 30, 6, 'rgba(255,255,255,.5)'));
    at(g, 160, ice, -0.3 + Math.sin(s * 3 + 1) * 0.04, 1, () => box(g, -14, -8, 28, 28, 6, 'rgba(255,255,255,.42)'));
    stroke(g, 'M192 290 q38 4 32 38 q-6 28 -34 26', 11, 'rgba(255,255,255,.4)');
    at(g, 140, 128 - (1 - pour) * 40, -0.9 * pour, 1, () => {
      shape(g, [-18, 20, -6, 34, 64, -6, 40, -58], '#d8dde0');
      stroke(g, 'M56 -34 q40 0 26 40', 9, '#aab2b6');
    });
  });
  caption(g, ['Iced latte at home'], 420, between(s, 0.1, 0.35) * (1 - between(s, 2.7, 2.9)));
  caption(g, ['Worth the hype?'], 420, between(s, 3, 3.25));
}

function running(g: Graphics, s: number): void {
  closer(g, s > 2.4, 135, 300, 1.25, () => {
    backdrop(g, '#ffd9a0', '#ff9f7a');
    disc(g, 190, 170, 40, '#fff2cf');
    const far = -((s * 14) % 270);
    const near = -((s * 60) % 270);
    for (const x of [far, far + 270]) {
      fillPath(g, `M${x} 300 Q${x + 68} 226 ${x + 135} 300 Q${x + 202} 246 ${x + 270} 300 V360 H${x}Z`, '#d9775f');
    }
    box(g, 0, 298, 270, 62, 0, '#b85c50');
    box(g, 0, 356, 270, 124, 0, '#4c3b4d');
    for (const x of [near, near + 135, near + 270]) box(g, x, 430, 70, 7, 3, '#f6d9b8');
    const step = s * 8.5;
    for (const phase of [Math.PI, 0]) {
      const swing = Math.sin(step + phase);
      const lift = Math.max(0, Math.cos(step + phase)) * 26;
      const x = 132 + swing * 46;
      const y = 388 - lift;
      const skin = phase ? '#7d4a36' : '#9a5d43';
      stroke(g, `M132 190 Q${150 + swing * 30} 272 ${x - 14} ${y - 20}`, 34, skin);
      stroke(g, `M132 180 L${142 + swing * 14} 236`, 52, phase ? '#1d3d52' : '#27526d');
      at(g, x, y, swing * -0.22, 1, () => {
        fillPath(g, 'M-30 -26 h28 q12 18 38 22 q10 2 10 14 H-30Z', phase ? '#d6e0dd' : '#f7faf8');
        box(g, -32, 6, 80, 11, 5, '#25b38a');
        stroke(g, 'M-16 -8 q18 -2 26 12', 5, '#25b38a');
      });
    }
    box(g, 92, -30, 80, 222, 26, '#f2c14e');
    const arm = Math.sin(step + Math.PI) * 30;
    stroke(g, `M134 56 L${128 + arm * 0.6} 124 L${160 + arm} 152`, 26, '#9a5d43');
    stroke(g, `M134 40 L${131 + arm * 0.3} 84`, 36, '#e0ad38');
  });
  caption(g, ['5 km before work'], 66, between(s, 0.15, 0.4));
}

function desk(g: Graphics, s: number): void {
  const glow = between(s, 0.8, 1.1);
  closer(g, s > 2.7, 140, 290, 1.2, () => {
    backdrop(g, '#2b3450', '#404d74');
    fillPath(g, 'M182 196 L96 352 H250Z', `rgba(255,221,150,${0.34 * glow})`);
    box(g, 22, 96, 70, 92, 4, '#56648f');
    disc(g, 57, 132, 17, '#f29f8f');
    fillPath(g, 'M26 184 L52 150 L70 170 L88 150 V184Z', '#7d8cc0');
    box(g, 0, 350, 270, 130, 0, '#c79a6d');
    box(g, 0, 350, 270, 7, 0, '#dbb389');
    stroke(g, 'M232 350 L222 262 L182 196', 8, '#e9ebf2');
    shape(g, [160, 210, 204, 182, 216, 202, 170, 232], '#f4b942');
    box(g, 206, 344, 52, 9, 4, '#e9ebf2');
    const slide = between(s, 1.4, 2.2);
    at(g, 100 - (1 - slide) * 190, 330, 0, 1, () => {
      box(g, -64, -84, 128, 88, 8, '#1c2133');
      box(g, -57, -77, 114, 70, 4, '#6fd3c1');
      box(g, -44, -62, 46 + Math.sin(s * 2.4) * 14, 8, 4, '#e8fffa');
      box(g, -44, -46, 66, 8, 4, '#b8efe4');
      box(g, -44, -30, 54, 8, 4, '#b8efe4');
      box(g, -78, 4, 156, 14, 6, '#aeb6c9');
    });
    box(g, 158, 306, 34, 44, 6, '#f7f3ea');
    for (const [x, turn] of [
      [166, -0.5],
      [175, 0],
      [184, 0.5],
    ] as const) {
      at(g, x, 306, turn + Math.sin(s * 1.6 + x) * 0.06, 1, () => oval(g, 0, -22, 9, 24, '#4fae7b'));
    }
  });
  caption(g, ['Desk reset'], 62, between(s, 0.15, 0.4) * (1 - between(s, 2.5, 2.7)));
  caption(g, ['Before 9 am'], 62, between(s, 2.8, 3.05));
}

function recipe(g: Graphics, s: number): void {
  closer(g, s > 3, 135, 300, 1.22, () => {
    backdrop(g, '#ffe9ec', '#ffc7cf');
    box(g, 0, 330, 270, 150, 0, '#fff7f0');
    for (let x = -20; x < 280; x += 54) box(g, x, 330, 27, 150, 0, '#f8e3da');
    oval(g, 135, 420, 100, 14, '#e3c3ba');
    oval(g, 135, 308, 96, 24, '#3a6f8f');
    oval(g, 135, 312, 84, 18, '#f3efe4');
    const drops: readonly [startSecs: number, x: number, kind: 'berry' | 'leaf'][] = [
      [0.5, 96, 'berry'],
      [0.9, 150, 'berry'],
      [1.3, 120, 'leaf'],
      [1.7, 172, 'berry'],
      [2.1, 138, 'leaf'],
      [2.4, 108, 'berry'],
    ];
    for (const [start, x, kind] of drops) {
      if (s < start) continue;
      const fall = Math.min(1, ((s - start) / 0.45) ** 2);
      at(g, x, 120 + fall * 184 + (x % 3) * 3, fall * 2 + x, 1, () => {
        if (kind === 'berry') {
          disc(g, 0, 0, 15, '#d8345f');
          disc(g, -5, -5, 4, '#f2839f');
        } else {
          oval(g, 0, 0, 17, 8, '#4e9a54');
        }
      });
    }
    fillPath(g, 'M39 308 A96 24 0 0 0 231 308 Q228 420 135 420 Q42 420 39 308Z', '#4d8db1');
    fillPath(g, 'M52 330 Q60 396 112 412 Q70 404 52 330Z', '#7bb3d1');
  });
  if (s > 2.5) {
    at(g, 196 + Math.sin(s * 5) * 10, 236, 0.35, 1, () => {
      box(g, -6, -116, 12, 150, 6, '#b98a5c');
      oval(g, 0, 44, 15, 24, '#a87748');
    });
  }
  caption(g, ['3 ingredients'], 70, between(s, 0.15, 0.4) * (1 - between(s, 2.8, 3)));
  caption(g, ['No oven needed'], 70, between(s, 3.1, 3.35));
}

function camping(g: Graphics, s: number): void {
  const dusk = between(s, 0, 4);
  closer(g, s > 2.5, 160, 330, 1.2, () => {
    backdrop(g, '#28506b', '#f2a57b');
    disc(g, 78, 190 + dusk * 74, 30, '#ffe3a3');
    fillPath(g, 'M-10 320 L70 214 L128 288 L196 196 L290 320Z', '#3d5b6e');
    fillPath(g, 'M-10 340 Q70 286 150 322 T290 304 V480 H-10Z', '#27463f');
    box(g, 0, 372, 270, 108, 0, '#1b352f');
    for (const [x, y] of [
      [30, 330],
      [56, 342],
      [244, 326],
    ] as const) {
      shape(g, [x, y - 66, x + 22, y + 20, x - 22, y + 20], '#17352d');
    }
    shape(g, [174, 288, 252, 398, 100, 398], '#e8743b');
    shape(g, [174, 288, 206, 398, 142, 398], '#ffcf6b');
    shape(g, [174, 288, 176, 398, 142, 398], '#c95a27');
    stroke(g, 'M174 288 v-10', 4, '#f2e6d5');
    stroke(g, 'M66 408 L104 396 M66 396 L104 408', 9, '#6b4427');
    const flick = Math.sin(s * 11) * 5;
    fillPath(g, `M70 398 Q64 ${372 - flick} 86 ${350 + flick} Q106 ${374 + flick} 100 398Z`, '#ff9a3c');
    fillPath(g, `M77 398 Q76 ${382 + flick} 86 ${370 - flick} Q96 384 93 398Z`, '#ffe08a');
    for (let i = 0; i < 4; i++) {
      const up = (s * 0.5 + i * 0.25) % 1;
      disc(g, 86 + Math.sin(up * 6 + i) * 12, 352 - up * 90, 2.4 * (1 - up) + 0.6, '#ffd28a');
    }
  });
  caption(g, ['One bag,', 'two nights'], 66, between(s, 0.15, 0.4) * (1 - between(s, 2.3, 2.5)));
  caption(g, ['What I packed'], 80, between(s, 2.6, 2.85));
}

function review(g: Graphics, s: number): void {
  closer(g, s > 2.3, 135, 250, 1.22, () => {
    backdrop(g, '#cfd8f6', '#a9b8ec');
    box(g, 20, 96, 54, 150, 6, '#8b9bd6');
    box(g, 196, 120, 54, 96, 6, '#f3c5d5');
    disc(g, 223, 158, 15, '#e2779c');
    const nod = Math.sin(s * 3.1) * 4;
    box(g, 52, 352, 166, 150, 56, '#ff8266');
    box(g, 112, 314, 46, 62, 20, '#b4744f');
    at(g, 135, 258 + nod, Math.sin(s * 1.9) * 0.05, 1, () => {
      box(g, -66, -84, 132, 150, 60, '#33231f');
      box(g, -48, -62, 96, 122, 46, '#c98a63');
      fillPath(g, 'M-52 -30 Q-44 -84 4 -80 Q50 -78 52 -28 Q20 -34 2 -56 Q-16 -32 -52 -30Z', '#33231f');
      const blink = s % 1.7 < 0.12 ? 0.15 : 1;
      oval(g, -19, -4, 5, 7 * blink, '#2a1c19');
      oval(g, 19, -4, 5, 7 * blink, '#2a1c19');
      const talk = Math.abs(Math.sin(s * 9)) * 9;
      oval(g, 0, 33, 14, 3 + talk, '#7c2f33');
      oval(g, -30, 18, 8, 5, '#d9997a');
      oval(g, 30, 18, 8, 5, '#d9997a');
    });
    const show = between(s, 0.9, 1.4);
    at(g, 62, 500 - show * 160 + Math.sin(s * 2.6) * 4, 0, 0.9, () => {
      at(g, -4, -52, -0.12, 1, () => {
        box(g, -24, -52, 48, 110, 12, '#1f9d86');
        box(g, -15, -70, 30, 22, 6, '#f5f0e6');
        box(g, -24, -18, 48, 34, 0, '#eafff9');
        disc(g, 0, -1, 9, '#1f9d86');
      });
      hand(g, '#c98a63', '#b97a54', '#ff8266');
    });
  });
  caption(g, ['Honest review'], 60, between(s, 0.15, 0.4) * (1 - between(s, 2.1, 2.3)));
  caption(g, ['after 30 days'], 60, between(s, 2.4, 2.6));
}

export const scenes: readonly Scene[] = [
  { name: 'unboxing', draw: unboxing, durationSecs: 4.6, posterAtSecs: 2.3, root: 57, mode: 'major' },
  { name: 'skincare', draw: skincare, durationSecs: 4.4, posterAtSecs: 1.4, root: 60, mode: 'major' },
  { name: 'coffee', draw: coffee, durationSecs: 4.8, posterAtSecs: 2.2, root: 55, mode: 'minor' },
  { name: 'running', draw: running, durationSecs: 4, posterAtSecs: 0.5, root: 62, mode: 'minor' },
  { name: 'desk', draw: desk, durationSecs: 4.8, posterAtSecs: 2.4, root: 58, mode: 'major' },
  { name: 'recipe', draw: recipe, durationSecs: 4.8, posterAtSecs: 2.3, root: 64, mode: 'major' },
  { name: 'camping', draw: camping, durationSecs: 5, posterAtSecs: 1.2, root: 53, mode: 'minor' },
  { name: 'review', draw: review, durationSecs: 4.6, posterAtSecs: 1.95, root: 59, mode: 'major' },
];
