import { expect, test } from '@jest/globals';
import type { Operation, Parameter } from './api-description.ts';
import { curlCommands } from './curl-commands.ts';

const server = 'https://portal.example';
const formats = (...values: string[]): Parameter => ({
  in: 'query',
  name: 'format',
  required: false,
  schema: { enum: values },
});

function operation(path: string, types: string[], parameters: Parameter[] = []): Operation {
  const content = Object.fromEntries(types.map((type) => [type, { schema: {} }]));
  const responses = { 200: { description: '', content } };
  return { operationId: 'getIt', summary: '', security: [], path, parameters, responses };
}

const user = 'curl --user "$ACCOUNT_SID:$ACCOUNT_TOKEN"';

test('a command sends the credentials from the environment and takes ids from it', () => {
  expect(curlCommands(server, operation('/v1/services/{service_id}/cdr', ['application/json']))).toEqual([
    `${user} \\\n  "https://portal.example/v1/services/\${SERVICE_ID}/cdr"`,
  ]);
});

test('each format of a document has a command that saves it', () => {
  const types = ['application/json', 'application/pdf', 'application/xml'];
  expect(curlCommands(server, operation('/v1/invoice', types, [formats('pdf', 'xml')]))).toEqual([
    `${user} \\\n  "https://portal.example/v1/invoice"`,
    `${user} --output getIt.pdf \\\n  "https://portal.example/v1/invoice?format=pdf"`,
    `${user} --output getIt.xml \\\n  "https://portal.example/v1/invoice?format=xml"`,
  ]);
});

test('a document without data or formats is saved, a ZIP by its own name', () => {
  expect(curlCommands(server, operation('/v1/receipt', ['application/pdf']))).toEqual([
    `${user} --output getIt.pdf \\\n  "https://portal.example/v1/receipt"`,
  ]);
  const zip = operation('/v1/invoices', ['application/zip'], [formats('pdf')]);
  expect(curlCommands(server, zip)).toEqual([
    `${user} --output getIt.zip \\\n  "https://portal.example/v1/invoices?format=pdf"`,
  ]);
});
