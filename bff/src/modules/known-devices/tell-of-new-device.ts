import type { FastifyRequest } from 'fastify';
import type { AppContext } from '../../app-context.ts';
import type { Transaction } from '../../database/database.ts';
import { recordEvent } from '../../security-log/security-log.ts';
import type { AccountRow } from '../accounts/accounts.repository.ts';
import { describeDevice } from '../sessions/device.ts';
import { securitySidebar } from '../sessions/security-sidebar.ts';

/** Mails to the owner when, with what and from where somebody has logged in. */
export async function tellOfNewDevice(
  { mailer }: AppContext,
  tx: Transaction,
  request: FastifyRequest,
  { email, language, name, timezone }: AccountRow,
): Promise<void> {
  const { browser, system } = describeDevice(request.headers['user-agent']);
  const values = {
    name,
    time: `${timeIn(language, timezone)} (${timezone})`,
    browser: browser ?? '–',
    system: system ?? '–',
    ip: request.ip,
  };
  await mailer.send(tx, { to: email, language, mail: 'new_device', values, link: securitySidebar });
  recordEvent(request, 'new_device');
}

function timeIn(language: string, timeZone: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone }).format();
}
