import type { Operation } from './api-description.ts';

/**
 * Commands that send an operation's request: one for data, one for each format of a document. Ids are variables of the shell,
 * as the credentials are.
 */
export function curlCommands(
  server: string,
  { operationId, path, parameters, responses }: Operation,
): string[] {
  const address = server + path.replace(/\{(\w+)\}/g, (_, name: string) => `$\{${name.toUpperCase()}}`);
  const types = Object.keys(responses['200']?.content ?? {});
  const hasData = types.includes('application/json');
  const formats = parameters.find(({ name }) => name === 'format')?.schema.enum?.map(String) ?? [];
  const isZip = types.includes('application/zip');
  const documents = types.filter((type) => type !== 'application/json');
  const files = formats.map((format) => ({
    query: `?format=${format}`,
    name: `${operationId}.${isZip ? 'zip' : format}`,
  }));
  if (!hasData && files.length === 0)
    files.push(...documents.map((type) => ({ query: '', name: `${operationId}.${type.split('/')[1]}` })));
  return [
    ...(hasData ? [command(address)] : []),
    ...files.map(({ query, name }) => command(`${address}${query}`, name)),
  ];
}

function command(address: string, file?: string): string {
  const output = file === undefined ? '' : ` --output ${file}`;
  return `curl --user "$ACCOUNT_SID:$ACCOUNT_TOKEN"${output} \\\n  "${address}"`;
}
