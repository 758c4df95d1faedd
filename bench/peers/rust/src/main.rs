//! hyper and serde on one thread, bare: the upper bound for this work on one core.

use std::collections::HashMap;
use std::convert::Infallible;
use std::error::Error;
use std::sync::Arc;

use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::header::{HeaderValue, CONTENT_TYPE};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use serde::{Deserialize, Serialize};
use tokio::net::TcpListener;

#[derive(Serialize, Deserialize)]
struct AdjacentHit {
    code_heading: String,
    article_slug: String,
    article_name: String,
    /// Kept as it was read: a float would turn 25 into 25.0.
    proposed_rate: serde_json::Number,
}

#[derive(Serialize, Deserialize)]
struct LookupResult {
    code: String,
    hit: bool,
    in_scope: bool,
    status: String,
    adjacent_hits: Vec<AdjacentHit>,
}

#[derive(Deserialize)]
struct LookupRequest {
    codes: Vec<String>,
}

#[derive(Serialize)]
struct LookupResponse<'a> {
    results: Vec<Option<&'a LookupResult>>,
}

type Answers = HashMap<String, LookupResult>;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let port: u16 = arguments.next().ok_or("no port")?.parse()?;
    let answers_file = arguments.next().ok_or("no file of answers")?;
    let answers: Answers = serde_json::from_slice(&std::fs::read(answers_file)?)?;
    tokio::runtime::Builder::new_current_thread()
        .enable_io()
        .build()?
        .block_on(serve(port, Arc::new(answers)))
}

async fn serve(port: u16, answers: Arc<Answers>) -> Result<(), Box<dyn Error>> {
    let listener = TcpListener::bind(("127.0.0.1", port)).await?;
    loop {
        let (stream, _) = listener.accept().await?;
        stream.set_nodelay(true)?;
        let answers = Arc::clone(&answers);
        tokio::spawn(async move {
            let service = service_fn(|request| answer(request, &answers));
            // It is not a failure of the server when a caller hangs up.
            let _ = http1::Builder::new()
                .serve_connection(TokioIo::new(stream), service)
                .await;
        });
    }
}

async fn answer(
    request: Request<Incoming>,
    answers: &Answers,
) -> Result<Response<Full<Bytes>>, Infallible> {
    if request.method() != Method::POST || request.uri().path() != "/api/v1/tariff/hts/lookup" {
        return Ok(empty(StatusCode::NOT_FOUND));
    }
    let body = match request.into_body().collect().await {
        Ok(body) => body.to_bytes(),
        Err(_) => return Ok(empty(StatusCode::BAD_REQUEST)),
    };
    let codes = match serde_json::from_slice::<LookupRequest>(&body) {
        Ok(request) => request.codes,
        Err(_) => return Ok(empty(StatusCode::BAD_REQUEST)),
    };
    let results = codes.iter().map(|code| answers.get(code)).collect();
    Ok(match serde_json::to_vec(&LookupResponse { results }) {
        Ok(json) => {
            let mut response = Response::new(Full::new(Bytes::from(json)));
            response
                .headers_mut()
                .insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
            response
        }
        Err(_) => empty(StatusCode::INTERNAL_SERVER_ERROR),
    })
}

fn empty(status: StatusCode) -> Response<Full<Bytes>> {
    let mut response = Response::new(Full::new(Bytes::new()));
    *response.status_mut() = status;
    response
}
