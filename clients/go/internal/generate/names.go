package main

import (
	"strings"
	"unicode"
)

// initialisms are written in capitals, as Go does.
var initialisms = map[string]string{
	"id": "ID", "ids": "IDs", "url": "URL", "pdf": "PDF", "sku": "SKU", "gcc": "GCC", "hts": "HTS", "json": "JSON", "csv": "CSV",
	"gtin": "GTIN", "cpsc": "CPSC", "sha256": "SHA256", "us": "US", "uk": "UK", "usmca": "USMCA", "gln": "GLN", "poc": "POC",
	"cpc": "CPC", "upc": "UPC", "xlsx": "XLSX", "sbm": "SBM",
}

// goName is the exported Go name of a field, value or operation: "gcc_pdf_url" is GCCPDFURL, "versionId" is VersionID.
func goName(name string) string {
	var words []string
	word := ""
	flush := func() {
		if word != "" {
			words = append(words, word)
		}
		word = ""
	}
	previous := ' '
	for _, char := range name {
		switch {
		case !unicode.IsLetter(char) && !unicode.IsDigit(char):
			flush()
		case unicode.IsUpper(char) && (unicode.IsLower(previous) || unicode.IsDigit(previous)):
			flush()
			word = string(char)
		default:
			word += string(char)
		}
		previous = char
	}
	flush()
	made := ""
	for _, word := range words {
		if capital, ok := initialisms[strings.ToLower(word)]; ok {
			made += capital
		} else {
			made += strings.ToUpper(word[:1]) + word[1:]
		}
	}
	return made
}

// typeNames are the Go names of schemas where the name of the document would collide, or was public before.
var typeNames = map[string]string{
	"v1.LookupRequest":       "lookupRequest",
	"v1.LookupResponse":      "lookupResponse",
	"v1.HtsLookupResult":     "HTSResult",
	"v1.ScanRequest":         "scanRequest",
	"v1.CertificateRequest":  "GCCRequest",
	"v1.CertificateResponse": "certificateResponse",
	"v2.Certificate":         "CertificateRecord",
	"v2.MadeCertificate":     "NewCertificate",
	"v2.MadeWatch":           "NewWatch",
	"v2.WatchRequest":        "WatchRequest",
	"v0.ScanRequest":         "publicScanRequest",
}

// nestedNames are the Go names of objects and enumerations that have no name in the documents. Otherwise the name is that of the parent
// and the field.
var nestedNames = map[string]string{
	"GCCRequest.product_info":               "ProductInfo",
	"GCCRequest.manufacturer":               "Manufacturer",
	"GCCRequest.testing_lab":                "TestingLab",
	"GCCRequest.certifier":                  "Contact",
	"GCCRequest.exclusions":                 "Exclusion",
	"GCCRequest.attestation":                "Attestation",
	"CertificateRequest.product_info":       "CertificateProduct",
	"CertificateRequest.identifiers":        "ProductIdentifier",
	"CertificateRequest.manufacturer":       "CertificateManufacturer",
	"CertificateManufacturer.address_parts": "AddressParts",
	"CertificateRequest.testing_lab":        "CertificateLab",
	"CertificateRequest.testing_labs":       "CertificateLabOfRules",
	"CertificateRequest.certifier":          "CertificateParty",
	"CertificateRequest.records_contact":    "RecordsContact",
	"CertificateRequest.exclusions":         "Exclusion",
	"CertificateRequest.attestation":        "Attestation",
	"ProductIdentifier.type":                "IdentifierType",
	"RecordsContact.role":                   "ContactRole",
	"CertificateProduct.lot_assigned_by":    "LotAssigner",
	"DutyItem.facts":                        "DutyFacts",
	"ErrorEnvelope.error":                   "ErrorCode",
	"ErrorEnvelope.details":                 "Detail",
	"CertificateRecord.product":             "CertifiedProduct",
	"NewCertificate.product":                "CertifiedProduct",
	"CertificateSummary.product":            "CertifiedProduct",
	"ScanReport.severity_counts":            "SeverityCounts",
	"PixelReport.severity_counts":           "SeverityCounts",
	"WatchRequest.webhook":                  "WebhookAddress",
	"Watch.subject":                         "WatchSubject",
	"NewWatch.subject":                      "WatchSubject",
	"WatchEvent.delivery":                   "EventDelivery",
	"WatchEvent.body":                       "EventBody",
	"EventBody.data":                        "EventData",
	"WatchEvent.type":                       "EventType",
	"EventDelivery.state":                   "DeliveryState",
	"Explanation.coverage":                  "ProgrammeCoverage",
	"Explanation.successors":                "Succession",
	"Explanation.replaces":                  "Succession",
	"Explanation.removed":                   "RemovedCode",
	"Explanation.schedule":                  "ScheduleEntry",
	"AnnouncedChange.rate":                  "AnnouncedRate",
	"readRegistryEnvelope.200":              "RegistryEnvelope",
	"writeRegistryEnvelope.200":             "RegistryEnvelope",
	"RegistryRequest.certificates":          "RegistryCertificate",
	"RegistryEnvelope.productList":          "RegistryProduct",
	"RegistryProduct.coreProduct":           "RegistryCoreProduct",
	"RegistryProduct.directives":            "RegistryDirectives",
	"RegistryCoreProduct.identifiers":       "RegistryIdentifier",
	"RegistryCoreProduct.manufacturer":      "RegistryManufacturer",
	"RegistryCoreProduct.labs":              "RegistryLab",
	"RegistryCoreProduct.poc":               "RegistryContact",
	"RegistryDirectives.manufacturer":       "RegistryPartyDirective",
	"listTariffLists.200":                   "TariffLists",
	"downloadTariffListJson.200":            "TariffListFile",
	"listTariffChanges.200":                 "TariffChanges",
	"searchTariffSchedule.200":              "ScheduleMatches",
	"ScheduleMatches.results":               "ScheduleMatch",
	"listPixelRules.200":                    "PixelRules",
	"searchCitations.200":                   "Citations",
	"readTariffHistory.200":                 "TariffHistory",
	"TariffHistory.periods":                 "TariffPeriod",
	"TariffHistory.successors":              "Succession",
	"TariffHistory.replaces":                "Succession",
	"TariffHistory.removed":                 "RemovedCode",
	"TariffPeriod.listed":                   "TariffListing",
	"listTariffChapters.200":                "SchedulePage",
	"browseTariffSchedule.200":              "SchedulePage",
	"SchedulePage.node":                     "ScheduleNode",
	"SchedulePage.children":                 "ScheduleChild",
	"ScheduleNode.path":                     "ScheduleStep",
	"ScheduleNode.listed":                   "ScheduleMark",
	"ScheduleChild.listed":                  "ScheduleMark",
	"listTariffAuditLines.200":              "TariffLines",
	"TariffLines.lines":                     "TariffLine",
	"listTariffAuditHeadings.200":           "TariffHeadings",
	"TariffHeadings.headings":               "TariffHeading",
	"listPixelAuditLines.200":               "StoreLines",
	"StoreLines.lines":                      "StoreLine",
	"listEntryBatchLines.200":               "BatchLines",
	"BatchLines.lines":                      "BatchLine",
}

// enumNames are the Go names of enumerations, by their values. The same values have one type, whatever field they are in.
var enumNames = map[string]string{
	"hit adjacent in_scope_no_bis14 clear invalid": "LookupStatus",
	"info warn error": "Severity",
	"certifier manufacturer testing_lab records_contact": "PartyRole",
	"queued running finished cancelled failed":           "JobStatus",
	"active superseded revoked":                          "CertificateStatus",
	"incomplete stated_with_defects stated":              "CertificateState",
	"none sent accepted refused":                         "FilingStatus",
	"sent accepted refused":                              "FilingState",
	"none pending delivered dead":                        "DeliveryState",
	"true false":                                         "flag",
	"csv xlsx json":                                      "ResultFormat",
	"whole whole_by_parts part none":                     "Coverage",
	"additional total_incl_column1 minimum_import_price": "ListedRateKind",
	"added total none":                                   "DutyRateKind",
	"law announced":                                      "Certainty",
	"applies applies_in_part applies_elsewhere retired unsettled not_in_schedule probable damaged invalid undated blank near not_listed": "TariffOutcome",
	"line rate heading status":                         "TariffLineOrder",
	"not_scanned not_judged partly_judged judged same": "StoreOutcome",
	"issued checked not_made":                          "BatchOutcome",
	"chapter heading subheading line number":           "ScheduleLevel",
	"hit contains":                                     "ScheduleMarkKind",
	"day week":                                         "WatchInterval",
	"always some perhaps paused":                       "Grade",
	"Y N":                                              "RegistryFlag",
	"GTIN|UPC|SKU|Model #|Serial #|Registered #|Alternate ID":                                                      "RegistryIdentifierType",
	"storefront checkout customer_account password closed blocked not_a_store empty built_in_browser":              "PageKind",
	"home collection product cart search thank_you other":                                                          "PageRole",
	"us_automobile_production us_truck_production us_equipment_production us_motorcycle_production uk_automobiles": "CertifiedUse",
	"us_data_center us_repair us_research us_startup us_consumer us_industrial us_public_sector other":             "SemiconductorUse",
	"us_content onshoring_plan onshoring_and_pricing domestic_plan limited_quantity offset":                        "Approval",
	"page container loader app_pixel custom_pixel":                                                                 "ReadKind",
	"page container loader app_pixel custom_pixel theme_file":                                                      "PlaceKind",
	"full value|metal content": "ChargedOn",
	"derivative article":       "ListingKind",
	"rename split":             "SuccessionKind",
	"GCC CPC GCC+CPC":          "CertificateKind",
	"GCC CPC":                  "RegistryCertificateType",
	"gtin upc sku model serial registered alternate": "IdentifierType",
	"importer manufacturer laboratory broker other":  "ContactRole",
	"Importer Manufacturer Laboratory Broker Other":  "RegistryContactType",
	"manufacturer seller":                            "LotAssigner",
	"Manufacturer Seller":                            "RegistryLotAssigner",
	"LAB ITL":                                        "RegistryLabType",
	"certificate registry":                           "GapPurpose",
	"passenger medium_heavy bus none":                "Vehicle",
	"patented generic animal_health neither":         "Pharmaceutical",
}

// secretFields hold what must not be printed.
var secretFields = map[string]string{"gcc_pdf_url": "SignedURL", "webhook_secret": "Secret", "key": "Secret"}

// plainFalse are optional flags of requests for which false means the same as absent.
var plainFalse = map[string]bool{"accepted": true}

// withMeta are the types of v1 that carry the metadata of their answer.
var withMeta = map[string]bool{"ScanReport": true}

// queryNames are the types of the query parameters of operations. Operations with the same parameters share one.
var queryNames = map[string]string{
	"listCertificates":      "CertificateQuery",
	"listParties":           "PartyQuery",
	"listWatches":           "WatchQuery",
	"listWatchEvents":       "EventQuery",
	"listEvents":            "EventQuery",
	"createTariffAudit":     "TariffAuditOptions",
	"createPixelAudit":      "PixelAuditOptions",
	"createEntryBatch":      "EntryBatchOptions",
	"createCertificate":     "CertificateOptions",
	"readRegistryEnvelope":  "RegistryQuery",
	"listTariffAudits":      "JobQuery",
	"listTariffAuditLines":  "TariffLinesQuery",
	"listPixelAuditLines":   "StoreLinesQuery",
	"listEntryBatchLines":   "BatchLinesQuery",
	"listTariffChapters":    "ScheduleQuery",
	"browseTariffSchedule":  "ScheduleQuery",
	"listPixelAudits":       "JobQuery",
	"listEntryBatches":      "JobQuery",
	"readTariffAuditResult": "resultQuery",
	"readPixelAuditResult":  "resultQuery",
	"readEntryBatchResult":  "resultQuery",
	"lookupHtsCodes":        "lookupQuery",
	"scanStorefront":        "scanQuery",
	"explainHtsCode":        "explainQuery",
	"workOutDuty":           "DutyQuery",
	"listTariffChanges":     "changesQuery",
	"searchTariffSchedule":  "searchQuery",
	"searchCitations":       "citationQuery",
}
