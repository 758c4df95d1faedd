/** @jsxImportSource preact */
import type { Static } from 'typebox';
import type { RotatedKey } from '../../../api/v2/account/schema.ts';
import { ButtonLink, Card, Copyable, Facts, Heading, Notice, Time } from '../shell/elements.tsx';
import { page } from '../shell/layout.tsx';
import type { SignedInRequest } from '../workbench-request.ts';

/** The new key, which is shown here and nowhere else. */
export function rotatedPage(request: SignedInRequest, rotated: Static<typeof RotatedKey>): Response {
  return page(request, {
    title: 'Your new key',
    section: 'account',
    body: (
      <>
        <Heading title="Your new key" up={{ href: '/work/account', text: 'Account' }} />
        <Notice tone="mild">Store it now. It is shown only here, and nobody can read it again.</Notice>
        <Card>
          <Copyable id="new-key" label="API key" text={rotated.key} />
          <Facts
            facts={[
              ['Name', rotated.name],
              ['Scope', rotated.scope],
              ['The old key works until', <Time key="until" at={rotated.old_key_until} />],
            ]}
          />
          <p>
            You are still signed in with the old key. When it stops working, this session ends: sign in again with the
            new key.
          </p>
          <ButtonLink href="/work/account">I stored it</ButtonLink>
        </Card>
      </>
    ),
  });
}
