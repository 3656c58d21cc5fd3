import { createHmac } from 'node:crypto';
import { deriveKey } from '../shared/access-tokens.ts';

/** The name of a file, with the id of its brand. */
export const fileNamePattern = /^(brd_[0-9A-Z]{26})\/[\w-]{43}\.(?:webp|mp4|webm)$/;

const anyFileName = new RegExp(fileNamePattern.source.replace(/^\^|\$$/g, ''), 'g');

/** Every name of a file that a text holds. */
export const fileNamesIn = (text: string): string[] => text.match(anyFileName) ?? [];

/** Names of uploaded files, and their addresses. */
export interface FileNames {
  /**
   * The name that a brand's content has: the same for the same content, so that an upload that is repeated makes no second
   * file, and unguessable without the server's secret.
   * @param digest SHA-256 of the content, in hex
   */
  nameOf(brandId: string, destination: string, digest: string, extension: string): string;
  /** The address of a file: under PUBLIC_URL where that is set; else from the root of wherever the app was opened. */
  addressOf(name: string): string;
  /** The name of a brand's own file by its address; null for any other address. */
  ownNameOf(brandId: string, address: string): string | null;
  /** The name of any brand's file by any of its URLs; null for any other URL. */
  nameIn(address: string): string | null;
  /** The address for readers who never opened the app. */
  absoluteAddressOf(name: string): string;
}

interface Naming {
  secret: string;
  /** As set; null where it isn't. */
  publicUrl: string | null;
  /** Address of the server if nothing else is known. */
  fallbackUrl(): string;
}

export function fileNames({ secret, publicUrl, fallbackUrl }: Naming): FileNames {
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
