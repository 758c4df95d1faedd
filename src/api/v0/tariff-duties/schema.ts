/** The wire shapes of `GET /api/v0/tariff/hts/{code}/duties`. */
import { Type } from 'typebox';
import { EntryDateField, factParameters, OriginField } from '../../v2/tariff-duties/schema.ts';
import { CodeParams } from '../tariff-explain/schema.ts';

export const DutyParams = CodeParams;

export const DutyQuery = Type.Object(
  { origin: Type.Optional(OriginField), entry_date: Type.Optional(EntryDateField), ...factParameters },
  { additionalProperties: false },
);
