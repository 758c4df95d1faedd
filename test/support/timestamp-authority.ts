/** A time-stamp authority (RFC 3161) for tests, and the faults it can have. */
import { createHash, webcrypto } from 'node:crypto';
import * as asn1js from 'asn1js';
import {
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  type MessageImprint,
  PKIStatusInfo,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs';
import { OID } from '../../src/entry/sign/object-identifiers.ts';
import { type TestCertificate, testCertificate } from './signers.ts';

const TSA = testCertificate({
  name: 'Harbor Time Stamps',
  purposes: { oids: [OID.timeStamping], critical: true },
});

export interface AnswerFields {
  atMs: number;
  status?: number;
  certificate?: TestCertificate;
  /** Changes what the token says before it is signed. */
  change?: (info: TSTInfo) => void;
  /** The certificate that the token names: by default its own. */
  named?: Uint8Array | 'nobody';
  /** Another content than a time stamp. */
  contentType?: string;
}

/** The answer to a request, in DER. */
export async function timestampAnswer(request: Uint8Array, fields: AnswerFields): Promise<Uint8Array> {
  const { nonce, messageImprint } = TimeStampReq.fromBER(Uint8Array.from(request).buffer);
  if (fields.status) {
    return ber(new TimeStampResp({ status: new PKIStatusInfo({ status: fields.status }) }).toSchema());
  }
  const info = new TSTInfo({
    version: 1,
    policy: '1.2.3.4',
    messageImprint: messageImprint as MessageImprint,
    serialNumber: new asn1js.Integer({ value: 1 }),
    genTime: new Date(fields.atMs),
    nonce: nonce!,
  });
  fields.change?.(info);
  const { certificate: bytes, key } = fields.certificate ?? TSA;
  const certificate = Certificate.fromBER(Uint8Array.from(bytes).buffer);
  const content = info.toSchema().toBER();
  const attribute = (type: string, value: asn1js.BaseBlock) => new Attribute({ type, values: [value] });
  const signedData = new SignedData({
    version: 3,
    encapContentInfo: new EncapsulatedContentInfo({
      eContentType: fields.contentType ?? OID.tstInfo,
      eContent: new asn1js.OctetString({ valueHex: content }),
    }),
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({ issuer: certificate.issuer, serialNumber: certificate.serialNumber }),
        signedAttrs: new SignedAndUnsignedAttributes({
          type: 0,
          attributes: [
            attribute(OID.contentType, new asn1js.ObjectIdentifier({ value: OID.tstInfo })),
            attribute(
              OID.messageDigest,
              new asn1js.OctetString({
                valueHex: Uint8Array.from(createHash('sha256').update(new Uint8Array(content)).digest()).buffer,
              }),
            ),
            ...(fields.named === 'nobody'
              ? []
              : [attribute(OID.signingCertificateV2, certificateId(fields.named ?? bytes))]),
          ],
        }),
      }),
    ],
    certificates: [certificate],
  });
  const pkcs8 = key.export({ type: 'pkcs8', format: 'der' });
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const signingKey = await webcrypto.subtle.importKey('pkcs8', pkcs8, algorithm, false, ['sign']);
  await signedData.sign(signingKey as CryptoKey, 0, 'SHA-256');
  const timeStampToken = new ContentInfo({ contentType: OID.signedData, content: signedData.toSchema(true) });
  return ber(new TimeStampResp({ status: new PKIStatusInfo({ status: 0 }), timeStampToken }).toSchema());
}

function certificateId(certificate: Uint8Array): asn1js.Sequence {
  const hash = Uint8Array.from(createHash('sha256').update(certificate).digest()).buffer;
  const sequence = (...value: asn1js.BaseBlock[]) => new asn1js.Sequence({ value });
  return sequence(sequence(sequence(new asn1js.OctetString({ valueHex: hash }))));
}

function ber(schema: asn1js.BaseBlock): Uint8Array {
  return new Uint8Array(schema.toBER());
}
