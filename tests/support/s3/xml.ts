export interface Tree {
  readonly [name: string]: string | number | boolean | Tree | readonly Tree[] | undefined;
}

const entities = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' } as const;
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => entities[sign as keyof typeof entities]);

/** Writes a tree as XML: a list repeats its element, and undefined omits it. */
export function toXml(tree: Tree): string {
  return Object.entries(tree)
    .flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((each) => element(name, each)))
    .join('');
}

function element(name: string, value: Tree[string]): string {
  if (value === undefined) return '';
  return `<${name}>${typeof value === 'object' ? toXml(value as Tree) : escaped(String(value))}</${name}>`;
}

/** Texts of all elements of this name, including nested ones. */
export function textsOf(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map(([, text = '']) => unescaped(text));
}

const unescaped = (text: string) =>
  Object.entries(entities).reduceRight((rest, [sign, entity]) => rest.replaceAll(entity, sign), text);
