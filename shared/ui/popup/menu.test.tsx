import { describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { renderInEnglish } from '../render-in-english.fixtures.tsx';
import { Menu } from './menu.tsx';

function show() {
  const onSelect = jest.fn();
  const onNavigate = jest.fn();
  const sections = [
    { id: 'links', items: [{ id: 'profile', title: 'Profile', href: '/profile' }] },
    {
      id: 'languages',
      title: 'Language',
      items: [
        { id: 'en', title: 'English', checked: true, onSelect },
        { id: 'de', title: 'Deutsch', checked: false, onSelect },
      ],
    },
  ];
  const shown = renderInEnglish(
    <Menu label="Account" icon="user" sections={sections} onNavigate={onNavigate} />,
  );
  return { ...shown, onSelect, onNavigate, button: screen.getByRole('button', { name: 'Account' }) };
}

describe('Menu', () => {
  it('opens and chooses with the keyboard and returns the focus', async () => {
    const { user, onSelect, button } = show();
    await user.tab();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Profile' })).toHaveFocus());
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(onSelect).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());
    await waitFor(() => expect(button).toHaveFocus());
  });

  it('marks the chosen item', async () => {
    const { user, button } = show();
    await user.click(button);
    expect(await screen.findByRole('menuitemradio', { name: 'English' })).toBeChecked();
    expect(screen.getByRole('menuitemradio', { name: 'Deutsch' })).not.toBeChecked();
    expect(screen.getByRole('group', { name: 'Language' })).toBeVisible();
    expect(screen.getByRole('group', { name: 'Account' })).toBeVisible();
  });

  it('follows a link with the router', async () => {
    const { user, onNavigate, button } = show();
    await user.click(button);
    const link = await screen.findByRole('menuitem', { name: 'Profile' });
    expect(link).toHaveAttribute('href', '/profile');
    await user.click(link);
    expect(onNavigate.mock.calls[0]?.[0]).toBe('/profile');
  });

  it('has its label and its content in its name', () => {
    renderInEnglish(
      <Menu label="Language" sections={[]}>
        EN
      </Menu>,
    );
    expect(screen.getByRole('button', { name: 'Language EN' })).toBeVisible();
  });

  it('closes with Esc', async () => {
    const { user, button } = show();
    await user.click(button);
    await screen.findByRole('menu');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());
  });
});
