import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { areaSchema } from '@portal/federation-contract/area';
import * as v from 'valibot';
import { offeredActions } from '../testing/offered-actions.fixtures.ts';

test.each(offeredActions)('area $id offers the actions of its area.json', (offered) => {
  const file = `${__dirname}/../../remote-${offered.id}/area.json`;
  const area = v.parse(areaSchema, JSON.parse(readFileSync(file, 'utf8')));
  const opened = area.actions.map((action) => ('page' in action ? action.page : undefined));
  const pages = area.pages.filter(({ id }) => opened.includes(id));
  expect(offered).toEqual({ id: area.id, base_path: area.base_path, pages, actions: area.actions });
});
