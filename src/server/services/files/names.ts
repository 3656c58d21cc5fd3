import { createHmac } from 'node:crypto';
import { deriveKey } from '../shared/access-tokens.ts';

/** A file's name, which begins with its brand's id. */
export const fileNamePattern = /^(brd_[0-9A-Z]{26})\/[\w-]{43}\.(?:webp|mp4|webm)$/;

const anyFileName = new RegExp(fileNamePattern.source.replace(/^\^|\$$/g, ''), 'g');

/** Returns all file names within a text. */
export const fileNamesIn = (text: string): string[] => text.match(anyFileName) ?? [];

/** Names of uploaded files, and their URLs. */
export interface FileNames {
  /**
   * Returns the name for a brand's content. The same content gets the same name, so a repeated upload creates no
   * second file. Names can't be guessed without the server's secret.
   * @param digest SHA-256 of the content, in hex
   */
  nameOf(brandId: string, destination: string, digest: string, extension: string): string;
  /** Returns a file's URL: under PUBLIC_URL if it is set, otherwise relative to the app's origin. */
  addressOf(name: string): string;
  /** Returns the name of a brand's own file from its URL; null for any other URL. */
  ownNameOf(brandId: string, address: string): string | null;
  /** Returns the name of any brand's file from any of its URLs; null for any other URL. */
  nameIn(address: string): string | null;
  /** Returns the absolute URL, for readers outside the app. */
  absoluteAddressOf(name: string): string;
}

interface FileNameOptions {
  secret: string;
  /** The setting PUBLIC_URL; null if it isn't set. */
  publicUrl: string | null;
  /** URL of the server without that setting. */
  fallbackUrl(): string;
}

export function fileNames({ secret, publicUrl, fallbackUrl }: FileNameOptions): FileNames {
  const key = deriveKey(secret, 'file name');
  return {
    nameOf(brandId, destination, digest, extension) {
      const mac = createHmac('sha256', key).update(`${brandId}\n${destination}\n${digest}`).digest('base64url');
      return `${brandId}/${mac}.${extension}`;
    },
    addressOf: (name) => `${publicUrl ?? ''}/files/${name}`,
    ownNameOf(brandId, address) {
      const prefix = `${publicUrl ?? ''}/files/`;
      const name = address.startsWith(prefix) ? address.slice(prefix.length) : '';
      return name.startsWith(`${brandId}/`) && /^\w+\/[\w-]{43}\.webp$/.test(name) ? name : null;
    },
    nameIn(address) {
      const prefixes = [`${publicUrl ?? fallbackUrl()}/files/`, '/files/'];
      const prefix = prefixes.find((known) => address.startsWith(known));
      const name = prefix === undefined ? '' : address.slice(prefix.length);
      return fileNamePattern.test(name) ? name : null;
    },
    absoluteAddressOf: (name) => `${publicUrl ?? fallbackUrl()}/files/${name}`,
  };
}
