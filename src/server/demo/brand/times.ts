export const minuteMs = 60_000;
export const hourMs = 3_600_000;
export const dayMs = 86_400_000;

export const after = (at: Date, ms: number) => new Date(at.getTime() + Math.round(ms));
export const earlier = (a: Date, b: Date) => (a.getTime() < b.getTime() ? a : b);
export const later = (a: Date, b: Date) => (a.getTime() > b.getTime() ? a : b);
