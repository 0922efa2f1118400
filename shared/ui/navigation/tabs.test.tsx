import { describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { renderInEnglish } from '../render-in-english.fixtures.tsx';
import { Tabs } from './tabs.tsx';

const items = [
  { id: 'voicing', title: 'Voicing' },
  { id: 'off', title: 'Off', disabled: true },
  { id: 'messaging', title: 'Messaging' },
] as const;

function Services() {
  const [tab, setTab] = useState<(typeof items)[number]['id']>('voicing');
  return (
    <Tabs label="Services" items={items} value={tab} onChange={setTab}>
      Content of {tab}
    </Tabs>
  );
}

describe('Tabs', () => {
  it('labels the panel with the chosen tab', () => {
    renderInEnglish(<Services />);
    expect(screen.getByRole('tab', { selected: true })).toHaveTextContent('Voicing');
    expect(screen.getByRole('tabpanel', { name: 'Voicing' })).toHaveTextContent('Content of voicing');
  });

  it('moves with the arrow keys past disabled tabs and around the ends, and has one tab stop', async () => {
    const { user } = renderInEnglish(<Services />);
    await user.tab();
    await user.keyboard('{ArrowRight}');
    expect(screen.getByRole('tab', { name: 'Messaging' })).toHaveFocus();
    expect(screen.getByRole('tabpanel')).toHaveTextContent('Content of messaging');
    await user.keyboard('{ArrowRight}');
    expect(screen.getByRole('tab', { name: 'Voicing' })).toHaveFocus();
    await user.keyboard('{End}');
    expect(screen.getByRole('tab', { name: 'Messaging' })).toHaveFocus();
  });
});
