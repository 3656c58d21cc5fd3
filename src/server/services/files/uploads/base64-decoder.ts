import { ApiError } from '#server/errors/api-error.ts';

interface Base64Decoder {
  /** Decodes the complete groups received so far. */
  decode(text: string): Buffer;
  /** Returns the remaining bytes. */
  end(): Buffer;
}

/** The prefix that browsers' FileReader adds, limited to the length of a media type with parameters. */
const prefix = /^data:[^,]{0,200};base64,/;
const maxPrefixLength = 'data:;base64,'.length + 200;

/**
 * Decodes base64 that arrives in chunks. It may begin with `data:…;base64,` and end with white space.
 * @throws {ApiError} 400 from either method for any other input
 */
export function base64Decoder(): Base64Decoder {
  let head: string | null = '';
  let carried = '';
  let padding = '';

  function decodeOn(given: string): Buffer {
    const text = carried + given;
    const wordEnd = /[^A-Za-z0-9+/]/.exec(text)?.index ?? text.length;
    if (padding !== '' && wordEnd > 0) throw notBase64();
    padding += text.slice(wordEnd);
    if (!/^={0,2}\s*$/.test(padding)) throw notBase64();
    // Collapse white space, however much follows.
    padding = padding.replace(/\s+$/, ' ');
    const whole = padding === '' ? wordEnd - (wordEnd % 4) : wordEnd;
    carried = text.slice(whole, wordEnd);
    return Buffer.from(text.slice(0, whole), 'base64');
  }

  const withoutPrefix = (text: string) => text.replace(prefix, '');
  return {
    decode(text) {
      if (head === null) return decodeOn(text);
      head += text;
      if (head.length < maxPrefixLength) return Buffer.alloc(0);
      const start = withoutPrefix(head);
      head = null;
      return decodeOn(start);
    },
    end() {
      const last = decodeOn(withoutPrefix(head ?? ''));
      return Buffer.concat([last, Buffer.from(carried, 'base64')]);
    },
  };
}

const notBase64 = () => new ApiError('invalid_request', 'Expected base64.');
