/**
 * Certificates a second, all different, beside other ways to write the same words; and how they slow lookups down.
 * Portside's documents are tagged and archival with the record attached; a peer's are what its library writes by default.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { $ } from 'bun';
import type { Certificate } from '../src/domain/certificate.ts';
import { makeCertificate, verifyUrlOf } from '../src/entry/issue/certificate.ts';
import { readRequest } from '../src/entry/issue/validate.ts';
import { certificateContent } from '../src/entry/pdf/certificate-content.ts';
import { renderCertificate } from '../src/entry/pdf/render-certificate.ts';
import { CertificateRenderer } from '../src/entry/pdf/renderer.ts';
import { DocumentSigner } from '../src/entry/sign/document-signer.ts';
import { readIdentity } from '../src/entry/sign/identity.ts';
import { makeIdentity } from '../src/entry/sign/make-identity.ts';
import { openCommandPool } from '../src/isolation/open-pools.ts';
import type { Bench, Contender, Pace, PreparedBench, Sample, Table } from './bench.ts';
import { certificateRequest, type Script } from './certificate-requests.ts';
import { collectGarbage } from './in-process.ts';
import { besideLookups } from './lookups-beside-certificates.ts';
import type { CertificatePeer } from './peers/certificates/certificate-peer.ts';
import { chromiumPeer } from './peers/certificates/chromium.ts';
import { pdfLibPeer } from './peers/certificates/pdf-lib.ts';
import { pdfkitPeer } from './peers/certificates/pdfkit.ts';
import { reactPdfPeer } from './peers/certificates/react-pdf.ts';
import { typstPeer } from './peers/certificates/typst.ts';

const FOLDER = join(import.meta.dir, '../.cache/bench/certificates');
const ISSUED_MS = Date.UTC(2026, 10, 20, 12);
const SCRIPTS: Record<Script, string> = { latin: 'Latin', chinese: 'Chinese' };
/** Share of the usual length of a timed run, because there are many rows. */
const SHARE_OF_RUN = 1 / 3;

const signer = newSigner();

const PEERS: Record<string, () => Promise<CertificatePeer>> = {
  Portside: async () => ({ render: async (input) => draw(input), close: async () => {} }),
  'Portside, signed': async () => ({
    render: async (input) => (await signer.sign(draw(input), '', ISSUED_MS)).pdf,
    close: async () => {},
  }),
  'Portside, in its worker': workerPeer,
  'pdfkit, plain': pdfkitPeer,
  'pdf-lib': pdfLibPeer,
  '@react-pdf/renderer': reactPdfPeer,
  Typst: typstPeer,
  'headless Chromium, print': chromiumPeer,
};

type CertificateToDraw = {
  certificate: Certificate;
  recordJson: string;
  content: ReturnType<typeof certificateContent>;
  verifyUrl: string;
};

export const certificates: Bench = {
  name: 'certificates',
  needs: ['pdftotext', 'pdfinfo', 'wrk', 'taskset'],
  async prepare(pace, say): Promise<PreparedBench> {
    rmSync(FOLDER, { recursive: true, force: true });
    mkdirSync(FOLDER, { recursive: true });
    const scripts = Object.keys(SCRIPTS) as Script[];
    const skipped: string[] = [];
    const peers = new Map<string, CertificatePeer>();
    const closings: (() => Promise<void>)[] = [];
    const close = async () => {
      for (const closing of closings) await closing();
    };
    try {
      for (const [name, start] of Object.entries(PEERS)) {
        say(`certificates: checking ${name}`);
        try {
          const peer = await start();
          closings.push(() => peer.close());
          for (const script of scripts) await check(name, peer, script);
          peers.set(name, peer);
        } catch (error) {
          if (name.startsWith('Portside') || process.env.CI === 'true') throw error;
          skipped.push(`certificates by ${name}: ${(error as Error).message}`);
        }
      }
      for (const [name, peer] of peers) {
        say(`certificates: warming up ${name}`);
        for (const script of scripts) await measure(peer, script, pace.warmUpSeconds * SHARE_OF_RUN);
      }
      const tables = scripts.map((script) => tableOf(script, peers, pace));
      say('certificates: starting the server');
      const beside = await besideLookups(join(FOLDER, 'data'), pace);
      closings.push(beside.close);
      return { tables: [...tables, beside.table], skipped, close };
    } catch (error) {
      await close();
      throw error;
    }
  },
};

let made = 0;

/** A new certificate, different from all before. */
function nextCertificate(script: Script): CertificateToDraw {
  const n = ++made;
  const request = readRequest(certificateRequest(n, script), ISSUED_MS);
  const gccId = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
  const certificate = makeCertificate(request, {
    gccId,
    issuedAtMs: ISSUED_MS,
    verifyUrl: verifyUrlOf('https://portside.example', gccId),
  });
  const recordJson = JSON.stringify(request);
  return { certificate, recordJson, content: certificateContent(certificate), verifyUrl: certificate.verifyUrl };
}

/** Signs with a key as the first start makes it. */
function newSigner(): DocumentSigner {
  const { keyPem, certificatePem } = makeIdentity(ISSUED_MS, crypto.getRandomValues(new Uint8Array(16)));
  return new DocumentSigner(readIdentity(keyPem, certificatePem));
}

function draw(input: unknown): Uint8Array {
  const { certificate, recordJson } = input as CertificateToDraw;
  return renderCertificate(certificate, recordJson);
}

async function workerPeer(): Promise<CertificatePeer> {
  const pool = openCommandPool('entry-once', (message) => process.stderr.write(`${message}\n`));
  const renderer = new CertificateRenderer(pool);
  return {
    render: (input) => {
      const { certificate, recordJson } = input as CertificateToDraw;
      return renderer.render(certificate, recordJson, { owner: 'bench' });
    },
    close: () => pool.close(),
  };
}

/** @throws when a document cannot be opened, or lacks a heading or a text of the request. */
async function check(name: string, peer: CertificatePeer, script: Script): Promise<void> {
  const input = nextCertificate(script);
  const file = join(FOLDER, `${name.replaceAll(/\W+/g, '-')}-${script}.pdf`);
  await Bun.write(file, await peer.render(input));
  const pages = Number(/Pages:\s+(\d+)/.exec(await $`pdfinfo ${file}`.text())?.[1]);
  if (!(pages >= 1 && pages <= 4)) throw new Error(`its ${SCRIPTS[script]} document has ${pages} pages`);
  const read = squash(await $`pdftotext -raw ${file} -`.text());
  const rows = input.content.sections.flatMap(({ heading, rows }) => [heading, ...rows.map(({ value = '' }) => value)]);
  const missing = rows.find((text) => !read.includes(squash(text)));
  if (missing) throw new Error(`“${missing}” cannot be read in its ${SCRIPTS[script]} document`);
}

/** Lines may break anywhere, and a break may add a hyphen. */
function squash(text: string): string {
  return text.normalize('NFKC').replace(/[\s\u00ad-]+/g, '');
}

function tableOf(script: Script, peers: Map<string, CertificatePeer>, { seconds }: Pace): Table {
  const contenders = [...peers].map(
    ([name, peer]): Contender => ({ name, measure: () => measure(peer, script, seconds * SHARE_OF_RUN) }),
  );
  const metrics = [
    { name: 'per_second', title: 'certificates/s', ratio: true },
    { name: 'kb', title: 'kB each' },
  ];
  return {
    name: `certificates-${script}`,
    title: `Certificates, one after another, all different: ${SCRIPTS[script]}`,
    metrics,
    contenders,
    notes: ['Portside: PDF/A-3a and PDF/UA-1 with the record attached. Others: the same words and QR code only.'],
  };
}

async function measure(peer: CertificatePeer, script: Script, seconds: number): Promise<Sample> {
  let documents = 0;
  let bytes = 0;
  let spentMs = 0;
  collectGarbage();
  while (spentMs < seconds * 1000) {
    const input = nextCertificate(script);
    const start = performance.now();
    bytes += (await peer.render(input)).byteLength;
    spentMs += performance.now() - start;
    documents++;
  }
  return { per_second: documents / (spentMs / 1000), kb: bytes / documents / 1000 };
}
