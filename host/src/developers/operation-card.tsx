import { useTranslation } from '@portal/shared/i18n';
import { Card, type Column, CopyButton, DataTable, Stack } from '@portal/shared/ui';
import { type ReactNode, useMemo } from 'react';
import type { Operation, Parameter } from './api-description.ts';
import { curlCommands } from './curl-commands.ts';
import classes from './developers.module.css';
import { type Member, membersOf, typeOf } from './value-members.ts';

interface OperationCardProps {
  server: string;
  operation: Operation;
}

/** One operation: how to request it with curl, its parameters, and what it returns. */
export function OperationCard({ server, operation }: OperationCardProps) {
  const { t } = useTranslation('developers');
  const { path, summary, operationId, parameters, responses } = operation;
  // The account API only reads.
  const line = `GET ${path}`;
  const data = responses['200']?.content['application/json']?.schema;
  const members = data === undefined ? [] : membersOf(data);
  return (
    <Card
      id={operationId}
      className={classes['operation']}
      title={<span lang="en">{summary}</span>}
      description={
        <code className={classes['path']} translate="no">
          {line}
        </code>
      }
    >
      <Stack gap="3">
        {curlCommands(server, operation).map((command) => (
          <Command key={command} text={command} />
        ))}
        {parameters.length > 0 && (
          <Details title={t('parameters')}>
            <ParameterTable parameters={parameters} />
          </Details>
        )}
        {members.length > 0 && (
          <Details title={t('response')}>
            <MemberTable members={members} />
          </Details>
        )}
      </Stack>
    </Card>
  );
}

/** A command of the shell, with a button that copies it. */
function Command({ text }: { text: string }) {
  const { t } = useTranslation('developers');
  return (
    <div className={classes['command']}>
      <pre className={classes['code']} translate="no">
        {text}
      </pre>
      <CopyButton text={text} label={t('copy')} />
    </div>
  );
}

/** A part that is opened when it is of interest. */
export function Details({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <details>
      <summary className={classes['summary']}>{title}</summary>
      {children}
    </details>
  );
}

function ParameterTable({ parameters }: { parameters: readonly Parameter[] }) {
  const { t } = useTranslation('developers');
  const columns = useMemo<Column<Parameter>[]>(
    () => [
      { id: 'name', header: t('name'), primary: true, cell: ({ name }) => <Code text={name} /> },
      {
        id: 'type',
        header: t('type'),
        wrap: true,
        cell: ({ schema, required }) => (
          <span>
            <Code text={typeOf(schema)} />{' '}
            <span className={classes['note']}>
              {schema.default !== undefined && t('default', { value: String(schema.default) })}
              {required && t('required')}
            </span>
          </span>
        ),
      },
    ],
    [t],
  );
  return (
    <DataTable caption={t('parameters')} columns={columns} rows={parameters} rowKey={({ name }) => name} />
  );
}

/** The members of a JSON object with their types. */
export function MemberTable({ members }: { members: readonly Member[] }) {
  const { t } = useTranslation('developers');
  const columns = useMemo<Column<Member>[]>(
    () => [
      { id: 'name', header: t('name'), primary: true, cell: ({ name }) => <Code text={name} /> },
      { id: 'type', header: t('type'), wrap: true, cell: ({ type }) => <Code text={type} /> },
    ],
    [t],
  );
  return (
    <DataTable
      caption={t('response')}
      columns={columns}
      rows={members}
      rowKey={({ name, type }) => `${name} ${type}`}
    />
  );
}

function Code({ text }: { text: string }) {
  return (
    <code className={classes['code']} translate="no">
      {text}
    </code>
  );
}
