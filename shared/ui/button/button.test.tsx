import { describe, expect, it, jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { renderInEnglish } from '../render-in-english.fixtures.tsx';
import { Button, IconButton } from './button.tsx';

describe('Button', () => {
  it('is green, big and of type button by default', () => {
    renderInEnglish(<Button>Save</Button>);
    const button = screen.getByRole('button', { name: 'Save' });
    expect(button).toHaveAttribute('type', 'button');
    expect(button).toHaveAttribute('data-theme', 'green');
    expect(button).toHaveAttribute('data-size', 'big');
  });

  it('stays focused and named, is busy and ignores presses while loading', async () => {
    const onClick = jest.fn();
    const { user } = renderInEnglish(
      <Button loading onClick={onClick}>
        Save
      </Button>,
    );
    const button = screen.getByRole('button', { name: 'Save' });
    await user.click(button);
    await user.keyboard('{Enter}');
    expect(onClick).not.toHaveBeenCalled();
    expect(button).toHaveAttribute('aria-busy', 'true');
    expect(button).toHaveFocus();
  });

  it('handles a double click once when the first press starts the loading', async () => {
    const onSave = jest.fn();
    function Saving() {
      const [isSaving, setSaving] = useState(false);
      return (
        <Button
          loading={isSaving}
          onClick={() => {
            setSaving(true);
            onSave();
          }}
        >
          Save
        </Button>
      );
    }
    const { user } = renderInEnglish(<Saving />);
    await user.dblClick(screen.getByRole('button'));
    expect(onSave).toHaveBeenCalledTimes(1);
  });

  it('does not submit its form while loading', async () => {
    const onSubmit = jest.fn((event: { preventDefault: () => void }) => event.preventDefault());
    const { user } = renderInEnglish(
      <form onSubmit={onSubmit}>
        <Button type="submit" loading>
          Send
        </Button>
      </form>,
    );
    await user.click(screen.getByRole('button'));
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('uses the label as the name of an icon button', () => {
    renderInEnglish(<IconButton icon="close" label="Close" />);
    expect(screen.getByRole('button', { name: 'Close' })).toBeVisible();
  });
});
