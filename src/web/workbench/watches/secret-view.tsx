/** @jsxImportSource preact */
import { ButtonLink, Card, Copyable, Facts, Heading, Notice, Time } from '../shell/elements.tsx';
import { page } from '../shell/layout.tsx';
import { watchPage } from '../shell/links.ts';
import type { SignedInRequest } from '../workbench-request.ts';

interface SecretProps {
  id: string;
  name: string;
  secret: string;
  /** After a rotation: until then events are signed with the old secret too. */
  oldUntil?: string;
}

/** The secret of a webhook, which is shown here and nowhere else. */
export function secretPage(request: SignedInRequest, { id, name, secret, oldUntil }: SecretProps): Response {
  return page(request, {
    title: 'Secret of the webhook',
    section: 'watches',
    body: (
      <>
        <Heading
          title="Secret of the webhook"
          lead="Your receiver verifies with it that an event is from here and unchanged."
          up={{ href: watchPage(id), text: name || 'Watch without a name' }}
        />
        <Notice tone="mild">Store it now. It is shown only here, and nobody can read it again.</Notice>
        <Card>
          <Copyable id="secret" label="Secret" text={secret} />
          {oldUntil && <Facts facts={[['The old secret signs too until', <Time key="until" at={oldUntil} />]]} />}
          <p>
            <a href="/docs/webhooks">How a receiver verifies an event</a>
          </p>
          <ButtonLink href={watchPage(id)}>I stored it</ButtonLink>
        </Card>
      </>
    ),
  });
}
