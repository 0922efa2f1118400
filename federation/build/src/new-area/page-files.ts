/** The code of a new area's one page. */
export function pageFiles(id: string, title: string, namespace: string): Record<string, string> {
  return {
    'src/area.tsx': lines(
      "import { defineArea } from '@portal/shared/area';",
      "import type { SharedResources } from '@portal/shared/i18n';",
      `import type ${namespace} from '../locales/en/${namespace}.json';`,
      '',
      `/** The pages of ${title}. */`,
      'export const area = defineArea({',
      '  pages: {',
      `    main: () => import(/* webpackChunkName: "page-main" */ './features/main/main-page.tsx'),`,
      '  },',
      '});',
      '',
      "declare module 'i18next' {",
      '  interface CustomTypeOptions {',
      "    defaultNS: 'common';",
      `    resources: SharedResources & { ${namespace}: typeof ${namespace} };`,
      '  }',
      '}',
    ),
    'src/features/main/main-page.tsx': lines(
      "import { useTranslation } from '@portal/shared/i18n';",
      "import { Card, PageHeader, Stack } from '@portal/shared/ui';",
      '',
      `/** The first page of ${title}. */`,
      'export default function MainPage() {',
      `  const { t } = useTranslation('${namespace}');`,
      '  return (',
      '    <Stack gap="6">',
      "      <PageHeader title={t('title')} />",
      "      <Card>{t('text')}</Card>",
      '    </Stack>',
      '  );',
      '}',
    ),
    'src/features/main/main-page.test.tsx': lines(
      "import { expect, test } from '@jest/globals';",
      "import { renderPage } from '@portal/shared/testing';",
      "import { screen } from '@testing-library/react';",
      "import MainPage from './main-page.tsx';",
      '',
      "test('shows its title', async () => {",
      `  renderPage(<MainPage />, { path: '/${id}' });`,
      `  expect(await screen.findByRole('heading', { name: '${title}' })).toBeInTheDocument();`,
      '});',
    ),
  };
}

function lines(...text: string[]): string {
  return `${text.join('\n')}\n`;
}
