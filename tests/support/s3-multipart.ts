import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

interface Context {
  method: string;
  path: string;
  query: Record<string, string | undefined>;
  status: number;
  type: string;
  body: unknown;
}

/** The two calls of uploads in parts that s3rver lacks: ListParts and AbortMultipartUpload. It keeps each part as a file. */
export function multipartCalls(directory: string) {
  return async (context: Context, next: () => Promise<void>): Promise<void> => {
    const { method, path, query } = context;
    const { uploadId } = query;
    if (uploadId === undefined || (method !== 'GET' && method !== 'DELETE')) return next();
    const [, bucket = ''] = path.split('/');
    const folder = join(directory, bucket, '._S3rver_uploads', uploadId);
    context.type = 'application/xml';
    if (!existsSync(folder)) {
      context.status = 404;
      context.body = '<Error><Code>NoSuchUpload</Code><Message>The upload does not exist.</Message></Error>';
    } else if (method === 'DELETE') {
      rmSync(folder, { recursive: true });
      context.status = 204;
    } else {
      context.status = 200;
      context.body = partsIn(folder);
    }
  };
}

function partsIn(folder: string): string {
  // A part has its hash once it is whole.
  const whole = readdirSync(folder).filter((name) => name.endsWith('.md5'));
  const numbers = whole.map((name) => Number.parseInt(name, 10)).sort((a, b) => a - b);
  const parts = numbers.map((number) => {
    const tag = readFileSync(join(folder, `${number}.md5`), 'utf8');
    const { size } = statSync(join(folder, String(number)));
    return `<Part><PartNumber>${number}</PartNumber><ETag>"${tag}"</ETag><Size>${size}</Size></Part>`;
  });
  return `<ListPartsResult><IsTruncated>false</IsTruncated>${parts.join('')}</ListPartsResult>`;
}
