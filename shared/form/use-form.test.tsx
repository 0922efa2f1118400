import { beforeAll, expect, jest, test } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { startTransition } from 'react';
import * as v from 'valibot';
import { ApiError } from '../api/api-error.ts';
import { configureApi } from '../api/api-settings.ts';
import { showLanguage } from '../testing/test-language.ts';
import { NotificationBox } from '../ui/feedback/notification-box.tsx';
import { TextField } from '../ui/field/text-field.tsx';
import { useForm } from './use-form.ts';

const schema = v.object({ name: v.pipe(v.string(), v.minLength(3, 'name_length')), phone: v.string() });

function NameForm({ onSubmit }: { onSubmit: () => Promise<void> }) {
  const form = useForm({ schema, initial: { name: '', phone: '' }, onSubmit });
  return (
    <form
      ref={form.ref}
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      <TextField label="Name" {...form.field('name')} />
      <TextField label="Phone" {...form.field('phone')} />
      <button type="submit">Save</button>
      {form.failure instanceof Error && <NotificationBox tone="error" live title={form.failure.message} />}
    </form>
  );
}

beforeAll(() => showLanguage('en'));

test("shows a field's error when the field is left, and updates it with each keystroke", async () => {
  render(<NameForm onSubmit={() => Promise.resolve()} />);
  const name = screen.getByLabelText('Name');
  await userEvent.type(name, 'Al');
  expect(name).not.toBeInvalid();
  await userEvent.tab();
  expect(name).toBeInvalid();
  await userEvent.type(name, 'ba');
  expect(name).not.toBeInvalid();
});

test('shows the error of a left field only after the mouse button is released', async () => {
  const user = userEvent.setup();
  render(<NameForm onSubmit={() => Promise.resolve()} />);
  const name = screen.getByLabelText('Name');
  await userEvent.type(name, 'Al');
  await user.pointer({ keys: '[MouseLeft>]', target: document.body });
  expect(name).not.toHaveFocus();
  expect(name).not.toBeInvalid();
  await user.pointer({ keys: '[/MouseLeft]', target: document.body });
  expect(name).toBeInvalid();
});

test('focuses the first invalid field and sends nothing', async () => {
  const onSubmit = jest.fn(() => Promise.resolve());
  render(<NameForm onSubmit={onSubmit} />);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveFocus());
  expect(onSubmit).not.toHaveBeenCalled();
});

test('sends once when the button is pressed several times', async () => {
  const { promise, resolve: finish } = Promise.withResolvers<void>();
  const onSubmit = jest.fn(() => promise);
  render(<NameForm onSubmit={onSubmit} />);
  await userEvent.type(screen.getByLabelText('Name'), 'Alba');
  await userEvent.dblClick(screen.getByRole('button', { name: 'Save' }));
  await act(async () => finish());
  expect(onSubmit).toHaveBeenCalledTimes(1);
});

test("shows the server's field errors at their fields and other errors above the form", async () => {
  const serverError = new ApiError({
    status: 422,
    code: 'validation_failed',
    fieldErrors: [{ field: 'phone', code: 'phone_pattern', params: {} }],
  });
  const onSubmit = jest
    .fn<() => Promise<void>>()
    .mockRejectedValueOnce(serverError)
    .mockRejectedValueOnce(new Error('down'));
  render(<NameForm onSubmit={onSubmit} />);
  await userEvent.type(screen.getByLabelText('Name'), 'Alba');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.getByLabelText('Phone')).toBeInvalid());
  await userEvent.type(screen.getByLabelText('Phone'), '1');
  expect(screen.getByLabelText('Phone')).not.toBeInvalid();
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('down')).toBeInTheDocument();
});

test('focuses the error box after each failure, and the field after a field error', async () => {
  const onSubmit = jest.fn(() => Promise.reject(new Error('down')));
  render(<NameForm onSubmit={onSubmit} />);
  await userEvent.type(screen.getByLabelText('Name'), 'Alba');
  const button = screen.getByRole('button', { name: 'Save' });
  await userEvent.click(button);
  await waitFor(() => expect(screen.getByRole('alert')).toHaveFocus());
  await userEvent.click(button);
  await waitFor(() => expect(screen.getByRole('alert')).toHaveFocus());
  await userEvent.clear(screen.getByLabelText('Name'));
  await userEvent.click(button);
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveFocus());
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('sends again after a failure while another page is still loading', async () => {
  const onSubmit = jest.fn(() => Promise.reject(new Error('down')));
  render(<NameForm onSubmit={onSubmit} />);
  await userEvent.type(screen.getByLabelText('Name'), 'Alba');
  const page = Promise.withResolvers<void>();
  act(() => startTransition(() => page.promise));
  const button = screen.getByRole('button', { name: 'Save' });
  await userEvent.click(button);
  await waitFor(() => expect(screen.getByRole('alert')).toHaveFocus());
  await userEvent.click(button);
  expect(onSubmit).toHaveBeenCalledTimes(2);
  await act(async () => page.resolve());
});

test('keeps what is typed while a form is being saved, as an unsaved change', async () => {
  const saving = Promise.withResolvers<void>();
  function SavedForm() {
    const form = useForm({
      schema,
      initial: { name: '', phone: '' },
      onSubmit: async ({ name }) => {
        await saving.promise;
        form.reset({ name: `${name} as stored`, phone: '' });
      },
    });
    return (
      <>
        <TextField label="Name" {...form.field('name')} />
        <TextField label="Phone" {...form.field('phone')} />
        <button type="button" onClick={form.submit}>
          Save
        </button>
        <button type="button" onClick={() => form.reset({ name: '', phone: '' })}>
          Discard
        </button>
        <output>{form.isDirty ? 'unsaved' : 'saved'}</output>
      </>
    );
  }
  render(<SavedForm />);
  await userEvent.type(screen.getByLabelText('Name'), 'Alba');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  await userEvent.type(screen.getByLabelText('Phone'), '372');
  await act(async () => saving.resolve());
  expect(screen.getByLabelText('Name')).toHaveValue('Alba as stored');
  expect(screen.getByLabelText('Phone')).toHaveValue('372');
  expect(screen.getByRole('status')).toHaveTextContent('unsaved');
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect(screen.getByLabelText('Phone')).toHaveValue('');
});

test('shows no refusal for the end of the session while the page waits for its customer to log in again', async () => {
  const refusal = new ApiError({ status: 401, code: 'unauthenticated' });
  const user = userEvent.setup();
  render(<NameForm onSubmit={() => Promise.reject(refusal)} />);
  await user.type(screen.getByLabelText('Name'), 'Anna');
  configureApi({ isPaused: () => true });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  configureApi({ isPaused: undefined });
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('alert')).toBeVisible();
});
