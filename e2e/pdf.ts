import { inflateSync } from 'node:zlib';

/** What a test can say of a PDF that the browser made. */
export interface PrintedPages {
  readonly count: number;
  readonly title: string;
  /** Every text in the order in which it was drawn, without blanks. */
  readonly text: string;
}

interface Stream {
  readonly dictionary: string;
  readonly content: string;
}

/** Reads the texts of a PDF through the tables that map its glyphs to characters. */
export function readPdf(pdf: Buffer): PrintedPages {
  const objects = objectsOf(pdf);
  const all = [...objects.values()].map(({ dictionary }) => dictionary);
  const pages = all.filter((dictionary) => /\/Type\s*\/Page\b/.test(dictionary));
  const text = pages.map((page) => textOf(page, objects)).join('');
  const [, title = ''] = /\/Title\s*\(([^)]*)\)/.exec(all.join('\n')) ?? [];
  return { count: pages.length, title, text: text.replaceAll(/\s/g, '') };
}

function objectsOf(pdf: Buffer): ReadonlyMap<string, Stream> {
  const source = pdf.toString('latin1');
  const objects = new Map<string, Stream>();
  for (const found of source.matchAll(/^(\d+) 0 obj\s/gm)) {
    const start = found.index + found[0].length;
    const object = source.slice(start, source.indexOf('endobj', start));
    const at = object.search(/stream\r?\n/);
    const dictionary = at < 0 ? object : object.slice(0, at);
    objects.set(found[1] ?? '', { dictionary, content: at < 0 ? '' : inflate(object, dictionary) });
  }
  return objects;
}

function inflate(object: string, dictionary: string): string {
  const body = object.slice(object.indexOf('stream') + 'stream'.length).replace(/^\r?\n/, '');
  const bytes = Buffer.from(body, 'latin1');
  if (!dictionary.includes('/FlateDecode')) return body;
  try {
    return inflateSync(bytes).toString('latin1');
  } catch {
    return '';
  }
}

function textOf(page: string, objects: ReadonlyMap<string, Stream>): string {
  const fonts = new Map<string, ReadonlyMap<string, string>>();
  for (const [, name = '', id = ''] of page.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const [, table = ''] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.dictionary ?? '') ?? [];
    fonts.set(name, charactersIn(objects.get(table)?.content ?? ''));
  }
  const [, content = ''] = /\/Contents (\d+) 0 R/.exec(page) ?? [];
  const drawn = objects.get(content)?.content ?? '';
  let font: ReadonlyMap<string, string> = new Map();
  let text = '';
  for (const [, name, glyphs] of drawn.matchAll(/\/(F\d+) [\d.]+ Tf|<([0-9A-Fa-f]+)>/g)) {
    if (name !== undefined) font = fonts.get(name) ?? new Map();
    for (const glyph of glyphsIn(glyphs ?? '', font)) text += font.get(glyph) ?? '';
  }
  return text;
}

/** Fonts with few glyphs have one byte for each, others two. */
function glyphsIn(hex: string, font: ReadonlyMap<string, string>): readonly string[] {
  const [key = '0000'] = font.keys();
  return hex.toUpperCase().match(key.length === 2 ? /../g : /.{4}/g) ?? [];
}

/** @returns characters by glyph, two or four hex digits in upper case */
function charactersIn(table: string): ReadonlyMap<string, string> {
  const characters = new Map<string, string>();
  for (const [, section = ''] of table.matchAll(/beginbfchar([\s\S]*?)endbfchar/g)) {
    for (const [, glyph = '', code = ''] of section.matchAll(/<(\w+)>\s*<(\w+)>/g)) {
      characters.set(glyph.toUpperCase(), utf16Of(code));
    }
  }
  for (const [, section = ''] of table.matchAll(/beginbfrange([\s\S]*?)endbfrange/g)) {
    for (const [, first = '', last = '', code = ''] of section.matchAll(
      /<(\w+)>\s*<(\w+)>\s*<(\w+)>/g,
    )) {
      const [from, to] = [Number.parseInt(first, 16), Number.parseInt(last, 16)];
      for (let glyph = from; glyph <= to; glyph += 1) {
        const character = (Number.parseInt(code, 16) + glyph - from).toString(16).padStart(4, '0');
        const key = glyph.toString(16).padStart(first.length, '0').toUpperCase();
        characters.set(key, utf16Of(character));
      }
    }
  }
  return characters;
}

function utf16Of(hex: string): string {
  return (hex.match(/.{4}/g) ?? [])
    .map((unit) => String.fromCharCode(Number.parseInt(unit, 16)))
    .join('');
}
