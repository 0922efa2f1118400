import { createHash } from 'node:crypto';
import * as v from 'valibot';

const manifestSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    'PostgreSQL-Backup-Manifest-Version': v.number(),
    Files: v.array(
      v.object({
        Path: v.optional(v.string()),
        'Encoded-Path': v.optional(v.string()),
        Size: v.number(),
        'Checksum-Algorithm': v.literal('SHA256'),
        Checksum: v.string(),
      }),
    ),
    'Manifest-Checksum': v.string(),
  }),
);

/** Size and SHA-256 of a file, in hexadecimal. */
export interface ManifestFile {
  size: number;
  sha256: string;
}

/** Reads the manifest that PostgreSQL wrote with a backup. Throws if it was changed. */
export function readManifest(text: string): Map<string, ManifestFile> {
  // The checksum covers everything before its own line.
  const covered = text.slice(0, text.lastIndexOf('\n"Manifest-Checksum"') + 1);
  const parsed = v.safeParse(manifestSchema, text);
  const isWhole =
    parsed.success &&
    createHash('sha256').update(covered).digest('hex') === parsed.output['Manifest-Checksum'];
  if (!isWhole) throw new Error('the manifest of the backup is damaged');
  return new Map(
    parsed.output.Files.map(({ Path: path, 'Encoded-Path': encoded = '', Size: size, Checksum: sha256 }) => [
      path ?? Buffer.from(encoded, 'hex').toString(),
      { size, sha256 },
    ]),
  );
}
