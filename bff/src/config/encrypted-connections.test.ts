import { expect, test } from '@jest/globals';
import { type ConfigError, loadConfig } from './config.ts';
import { productionEnv } from './production.fixtures.ts';

function problemsOf(change: Record<string, string>): readonly string[] {
  try {
    loadConfig({ ...productionEnv, ...change });
    return [];
  } catch (error) {
    return (error as ConfigError).problems;
  }
}

test.each([
  'postgres://u:hunter2@db.internal/portal',
  'postgres://u:hunter2@db.internal/portal?sslmode=disable',
  'postgres://u:hunter2@db.internal/portal?sslmode=no-verify',
  'postgres://u:hunter2@db.internal/portal?sslmode=require',
  'postgres://u:hunter2@db.internal/portal?sslmode=verify-full&sslmode=disable',
  'postgres://u:hunter2@127.0.0.1/portal?host=db.internal',
  'postgres://u:hunter2@db.internal/portal?host=',
])('refuses the database %s in production', (address) => {
  expect(problemsOf({ DATABASE_URL: address })).toEqual([
    'DATABASE_URL: expected sslmode=verify-full for a database on another machine',
  ]);
  expect(loadConfig({ DATABASE_URL: address })).toMatchObject({ DATABASE_URL: address });
});

test.each([
  'postgres://u:p@db.internal/portal?sslmode=verify-full',
  'postgres://u:p@127.0.0.1:5433/portal',
  'postgres://u:p@[::1]/portal',
  'postgres:///portal?host=/var/run/postgresql',
])('accepts the database %s in production', (address) => {
  expect(problemsOf({ DATABASE_URL: address })).toEqual([]);
});

test.each(['postgres:///portal', 'postgres:///portal?host='])(
  'refuses the database %s in production if the driver’s default is another machine',
  (address) => {
    expect(problemsOf({ DATABASE_URL: address, PGHOST: '/var/run/postgresql' })).toEqual([]);
    expect(problemsOf({ DATABASE_URL: address, PGHOST: 'db.internal' })).toEqual([
      'DATABASE_URL: expected sslmode=verify-full for a database on another machine',
    ]);
  },
);

test.each([
  'smtp://u:hunter2@mail.internal',
  'smtp://u:hunter2@mail.internal?requireTLS=false',
  'smtp://u:hunter2@mail.internal?requireTLS=true&ignoreTLS=true',
  'smtps://u:hunter2@mail.internal?tls.rejectUnauthorized=false',
  'smtps://u:hunter2@mail.internal?secure=false',
  'smtp:?host=mail.internal',
])('refuses the mail server %s in production', (address) => {
  expect(problemsOf({ SMTP_URL: address })).toEqual([expect.stringMatching(/^SMTP_URL: expected smtps:/)]);
  expect(loadConfig({ SMTP_URL: address })).toMatchObject({ SMTP_URL: address });
});

test.each([
  'smtps://u:p@mail.internal',
  'smtp://u:p@mail.internal:587?requireTLS=true',
  'smtp://localhost:25',
])('accepts the mail server %s in production', (address) => {
  expect(problemsOf({ SMTP_URL: address })).toEqual([]);
});
